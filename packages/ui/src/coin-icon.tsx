import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface CoinMark {
  readonly ground: string;
  readonly shapes: ReactNode;
}

const MARKS: Readonly<Record<string, CoinMark>> = {
  BTC: {
    ground: "#F7931A",
    shapes: (
      <g transform="rotate(12 16 16)" fill="none" stroke="#fff" strokeWidth="2.2">
        <path d="M12.5 9.5v13M12 10h5.2a3 3 0 0 1 0 6H12.5h5.7a3.1 3.1 0 0 1 0 6.2H12M14.6 7.5V10m3-2.5V10m-3 12.2v2.5m3-2.5v2.5" />
      </g>
    ),
  },
  ETH: {
    ground: "#627EEA",
    shapes: (
      <>
        <path fill="#fff" d="M16 6v7.5l6 2.8z" opacity=".7" />
        <path fill="#fff" d="m16 6-6 10.3 6-2.8zM16 21.2V26l6-8.3z" />
        <path fill="#fff" opacity=".8" d="M16 26v-4.8l-6-3.5z" />
      </>
    ),
  },
  USDT: {
    ground: "#1BA27A",
    shapes: (
      <>
        <path fill="none" stroke="#fff" strokeWidth="2.6" d="M9.5 10h13M16 10v14" />
        <ellipse cx="16" cy="15.7" rx="7" ry="2" fill="none" stroke="#fff" strokeWidth="1.3" />
      </>
    ),
  },
  BNB: {
    ground: "#E8B00B",
    shapes: (
      <path
        fill="#fff"
        d="m16 7 3 3-3 3-3-3zm-6 6 3 3-3 3-3-3zm12 0 3 3-3 3-3-3zm-6 6 3 3-3 3-3-3zm0-5.7 2.7 2.7-2.7 2.7-2.7-2.7z"
      />
    ),
  },
  SOL: {
    ground: "#12151F",
    shapes: (
      <>
        <path fill="#57E0B5" d="M11.5 9.5H24L21.5 12H9z" />
        <path fill="#8C8BF5" d="M9 14.7h12.5l2.5 2.6H11.5z" />
        <path fill="#C66BF0" d="M11.5 20H24l-2.5 2.5H9z" />
      </>
    ),
  },
  XRP: {
    ground: "#23292F",
    shapes: (
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        d="m9 9 4 4a4.2 4.2 0 0 0 6 0l4-4M9 23l4-4a4.2 4.2 0 0 1 6 0l4 4"
      />
    ),
  },
  DOGE: {
    ground: "#C2A633",
    shapes: (
      <path fill="none" stroke="#fff" strokeWidth="2.6" d="M13 9.5h3.5a6.5 6.5 0 0 1 0 13H13zM10 16h7" />
    ),
  },
  LTC: {
    ground: "#345D9D",
    shapes: <path fill="none" stroke="#fff" strokeWidth="2.6" d="M15.5 8 12.5 22H22M10.5 18l8.5-4" />,
  },
  ADA: {
    ground: "#0D3FB3",
    shapes: (
      <g fill="#fff">
        <circle cx="16" cy="12" r="2" />
        <circle cx="12.3" cy="14" r="2" />
        <circle cx="19.7" cy="14" r="2" />
        <circle cx="12.3" cy="18.2" r="2" />
        <circle cx="19.7" cy="18.2" r="2" />
        <circle cx="16" cy="20.3" r="2" />
        <circle cx="16" cy="6.8" r="1.2" />
        <circle cx="16" cy="25.3" r="1.2" />
        <circle cx="8" cy="11.5" r="1.2" />
        <circle cx="24" cy="11.5" r="1.2" />
        <circle cx="8" cy="20.7" r="1.2" />
        <circle cx="24" cy="20.7" r="1.2" />
      </g>
    ),
  },
  TRX: {
    ground: "#E0222A",
    shapes: (
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="1.8"
        strokeLinejoin="round"
        d="m8 9 13 2.5 3.5 3.5L15 25zm0 0 8 7.5L15 25m1-8.5 8.5-1.5M16 16.5l5-5"
      />
    ),
  },
};

/** A coin's round icon; unknown coins get their first letter. Decorative: the symbol is written next to it. */
export function CoinIcon({
  symbol,
  size = "l",
}: {
  readonly symbol: string;
  readonly size?: "s" | "m" | "l";
}) {
  const mark = MARKS[symbol];
  return (
    <svg
      className={classNames("coin", size !== "l" && size)}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="16" cy="16" r="16" fill={mark?.ground ?? "#5B6472"} />
      {mark?.shapes ?? (
        <text x="16" y="21.5" textAnchor="middle" fontSize="15" fontWeight="600" fill="#fff">
          {symbol.slice(0, 1)}
        </text>
      )}
    </svg>
  );
}
