import { useFormats } from "@candor/ui/ui-context.tsx";

/** A time with its date. */
export function Moment({ ms }: { readonly ms: number }) {
  const formats = useFormats();
  return (
    <time className="n nowrap" dateTime={new Date(ms).toISOString()}>
      {formats.date(ms, "day-time")}
    </time>
  );
}

const READ_DECIMALS = 8;
/** Decimals shown from a thousand on. */
const LARGE = 1_000;
const DECIMALS_OF_LARGE = 2;

interface AmountProps {
  readonly text: string | null;
  readonly unit?: string;
  /** Short form for tables: no trailing zeros, truncated if the chain has more decimals than useful. */
  readonly short?: boolean;
}

/** An exact decimal in the locale's format; "–" if unknown. */
export function Amount({ text, unit, short = false }: AmountProps) {
  const formats = useFormats();
  const maxDecimals = Math.abs(Number(text)) >= LARGE ? DECIMALS_OF_LARGE : READ_DECIMALS;
  return (
    <span className="n nowrap">
      {formats.decimal(text, short ? { minDecimals: 0, maxDecimals } : {})}
      {unit !== undefined && text !== null && ` ${unit}`}
    </span>
  );
}

const PERCENT_E4 = 100;

/** Formats 1/10,000 as a percentage with one decimal. */
export const percentOfE4 = (valueE4: number): string => `${(valueE4 / PERCENT_E4).toFixed(1)}%`;

/** A whole number; "–" if unknown. */
export const countText = (value: number | null): string =>
  value === null ? "–" : value.toLocaleString("en");

const SECOND_MS = 1_000;
const ROUGH_FROM_MS = 10_000;

/** A duration in seconds; without decimals from ten on. */
export function secondsText(ms: number): string {
  const seconds = ms / SECOND_MS;
  return ms < ROUGH_FROM_MS ? `${seconds.toFixed(1)} s` : `${countText(Math.round(seconds))} s`;
}
