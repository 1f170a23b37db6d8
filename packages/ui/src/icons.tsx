import type { ReactNode, SVGAttributes } from "react";
import { classNames } from "./class-names.ts";

/**
 * Icon set: 24-unit grid, 1.7 stroke, round ends. One component per icon, so that screens load only the ones they use:
 * here those of the shell and the trade screens, in `page-icons.tsx` all others. Icons are decorative: their meaning is
 * always given in text too.
 */
interface IconProps extends Omit<SVGAttributes<SVGSVGElement>, "children"> {
  /** 12, 16, 20 (default) or 24 pixels. */
  readonly size?: "xs" | "s" | "m" | "l";
}

export type IconComponent = (props: IconProps) => ReactNode;

export function icon(shapes: ReactNode): IconComponent {
  return function Icon({ size = "m", className, ...rest }: IconProps) {
    return (
      <svg
        className={classNames("ic", size !== "m" && size, className)}
        viewBox="0 0 24 24"
        aria-hidden="true"
        focusable="false"
        {...rest}
      >
        {shapes}
      </svg>
    );
  };
}

export const HomeIcon = /* @__PURE__ */ icon(
  <path d="M4 11 12 4.5 20 11v8a1 1 0 0 1-1 1h-4.5v-5.5h-5V20H5a1 1 0 0 1-1-1z" />,
);
export const MarketIcon = /* @__PURE__ */ icon(
  <>
    <path d="M6 3.5V7m0 9v4.5M12 6v3m0 7v2.5M18 3.5v2m0 8v4" />
    <rect x="4" y="7" width="4" height="9" rx="1" />
    <rect x="10" y="9" width="4" height="7" rx="1" />
    <rect x="16" y="5.5" width="4" height="8" rx="1" />
  </>,
);
export const TradeIcon = /* @__PURE__ */ icon(<path d="M4 9h15l-4.5-4.5M20 15H5l4.5 4.5" />);
export const MiningIcon = /* @__PURE__ */ icon(
  <>
    <rect x="6.5" y="6.5" width="11" height="11" rx="2" />
    <rect x="10" y="10" width="4" height="4" rx=".5" />
    <path d="M9.5 3v3.5m5-3.5v3.5m-5 11V21m5-3.5V21M3 9.5h3.5m-3.5 5h3.5m11-5H21m-3.5 5H21" />
  </>,
);
export const MeIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20c.7-3.6 3.8-5.5 7.5-5.5s6.8 1.9 7.5 5.5" />
  </>,
);
export const BellIcon = /* @__PURE__ */ icon(
  <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />,
);
export const SearchIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m20 20-4.3-4.3" />
  </>,
);
export const ChevronDownIcon = /* @__PURE__ */ icon(<path d="m6 9.5 6 6 6-6" />);
export const ChevronLeftIcon = /* @__PURE__ */ icon(<path d="m14.5 6-6 6 6 6" />);
export const StarIcon = /* @__PURE__ */ icon(
  <path d="m12 4 2.5 5.1 5.5.8-4 3.9 1 5.5-5-2.6-5 2.6 1-5.5-4-3.9 5.5-.8z" />,
);
export const EyeIcon = /* @__PURE__ */ icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="3" />
  </>,
);
export const EyeOffIcon = /* @__PURE__ */ icon(
  <path d="M4 4.5 20 20M9.9 5.7A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.8M6.3 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.5 0 2.9-.4 4.1-1" />,
);
export const CheckIcon = /* @__PURE__ */ icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const CloseIcon = /* @__PURE__ */ icon(<path d="m6 6 12 12M18 6 6 18" />);
export const PlusIcon = /* @__PURE__ */ icon(<path d="M12 5v14M5 12h14" />);
export const MinusIcon = /* @__PURE__ */ icon(<path d="M5 12h14" />);
export const InfoIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 11v5.5M12 7.7v.1" />
  </>,
);
export const AlertIcon = /* @__PURE__ */ icon(<path d="M12 4.5 21 19.5H3zM12 10.5v4M12 17v.1" />);
export const GlobeIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c2.5 2.5 3.5 5.5 3.5 8.5s-1 6-3.5 8.5c-2.5-2.5-3.5-5.5-3.5-8.5s1-6 3.5-8.5z" />
  </>,
);
export const MoonIcon = /* @__PURE__ */ icon(<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />);
export const SunIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
  </>,
);
export const SortIcon = /* @__PURE__ */ icon(
  <path d="M8 5v14m-3.5-3.5L8 19l3.5-3.5M16 19V5m-3.5 3.5L16 5l3.5 3.5" />,
);
export const HistoryIcon = /* @__PURE__ */ icon(
  <path d="M4 12a8 8 0 1 0 2.5-5.8L4 8.5V4m0 4.5h4.5M12 8v4.5l3 1.7" />,
);
export const CandlesIcon = /* @__PURE__ */ icon(
  <>
    <path d="M8 3.5V6m0 9v5.5M16 3.5V9m0 8v3.5" />
    <rect x="5.5" y="6" width="5" height="9" rx="1" />
    <rect x="13.5" y="9" width="5" height="8" rx="1" />
  </>,
);
export const UsersIcon = /* @__PURE__ */ icon(
  <>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.5 19.5c.5-3.2 3.2-5 6.5-5s6 1.8 6.5 5M16 5.3a3.5 3.5 0 0 1 0 6.4M18.5 15c1.7.8 2.8 2.4 3 4.5" />
  </>,
);
export const WalletIcon = /* @__PURE__ */ icon(
  <>
    <path d="M4 7.5A2 2 0 0 1 6 5.5h11v3M4 7.5v10a2 2 0 0 0 2 2h13.5v-11H6a2 2 0 0 1-2-1z" />
    <path d="M16 14h.1" />
  </>,
);
export const FullscreenIcon = /* @__PURE__ */ icon(<path d="M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5" />);
export const ChartIcon = /* @__PURE__ */ icon(<path d="M4 4v16h16M7.5 15l4-5 3 2.5L20 6" />);
export const SwapIcon = /* @__PURE__ */ icon(
  <path d="M7 20V5m0 0L3.5 8.5M7 5l3.5 3.5M17 4v15m0 0 3.5-3.5M17 19l-3.5-3.5" />,
);
