import { classNames } from "@candor/ui/class-names";

/** Machine drawings, from one fan to a rack of three. */
const BOARDS = [
  <>
    <rect x="8" y="10" width="28" height="24" rx="3" />
    <circle cx="22" cy="22" r="7.5" />
    <path d="M22 14.5v15M14.5 22h15M12 14h.1M32 14h.1M12 30h.1M32 30h.1" strokeLinecap="round" />
  </>,
  <>
    <rect x="5" y="11" width="34" height="22" rx="3" />
    <circle cx="14.5" cy="22" r="6" />
    <circle cx="29.5" cy="22" r="6" />
    <path d="M14.5 16v12M8.5 22h12M29.5 16v12M23.5 22h12" />
  </>,
  <>
    <rect x="6" y="6" width="32" height="9" rx="2" />
    <rect x="6" y="17.5" width="32" height="9" rx="2" />
    <rect x="6" y="29" width="32" height="9" rx="2" />
    <path d="M11 10.5h.1M11 22h.1M11 33.5h.1M17 10.5h15M17 22h15M17 33.5h15" strokeLinecap="round" />
  </>,
] as const;
const LONG_DAYS = 180;
const MIDDLE_DAYS = 60;

interface Props {
  readonly durationDays: number;
  readonly isSmall?: boolean;
  readonly isFaded?: boolean;
}

/** A drawing that grows with the machine's term. */
export function MachineArt({ durationDays, isSmall = false, isFaded = false }: Props) {
  const board = durationDays >= LONG_DAYS ? 2 : durationDays >= MIDDLE_DAYS ? 1 : 0;
  return (
    <span className={classNames("rig", isSmall && "is-small", isFaded && "is-faded")} aria-hidden="true">
      <svg viewBox="0 0 44 44">{BOARDS[board]}</svg>
    </span>
  );
}
