import type { Period } from "@candor/protocol/enumerations";
import { create } from "zustand";

export type ChartKind = "candle_solid" | "area";

/** Names of the chart library, which are also what traders call them. */
export const OVERLAYS = ["MA", "EMA", "BOLL", "SAR"] as const;
export const PANES = ["VOL", "MACD", "RSI", "KDJ", "OBV", "WR"] as const;
export type Indicator = (typeof OVERLAYS)[number] | (typeof PANES)[number];

/** Made of prices: means, bands and their differences lie between two ticks. */
const OF_PRICES: ReadonlySet<Indicator> = new Set([...OVERLAYS, "MACD"]);
const BEYOND_PRICES = 2;
/** RSI, KDJ and WR run from 0 to 100. */
const OF_HUNDRED = 2;

/** Decimals that an indicator's values are written with. */
export function indicatorDecimals(name: Indicator, priceDecimals: number, quantityDecimals: number): number {
  if (OF_PRICES.has(name)) return priceDecimals + BEYOND_PRICES;
  return name === "VOL" || name === "OBV" ? quantityDecimals : OF_HUNDRED;
}

interface ChartSettings {
  readonly period: Period;
  readonly kind: ChartKind;
  readonly indicators: readonly Indicator[];
  setPeriod: (period: Period) => void;
  setKind: (kind: ChartKind) => void;
  toggle: (indicator: Indicator) => void;
}

/** What the reader chose for their charts: the same on every screen that has one, for as long as the app is open. */
export const useChartSettings = create<ChartSettings>()((set) => ({
  period: "15min",
  kind: "candle_solid",
  indicators: ["MA", "VOL"],
  setPeriod: (period) => set({ period }),
  setKind: (kind) => set({ kind }),
  toggle: (indicator) =>
    set(({ indicators }) => ({
      indicators: indicators.includes(indicator)
        ? indicators.filter((each) => each !== indicator)
        : [...indicators, indicator],
    })),
}));

/** As charts everywhere write them. */
export const SHORT_PERIODS: Readonly<Record<Period, string>> = {
  "1min": "1m",
  "5min": "5m",
  "15min": "15m",
  "30min": "30m",
  "60min": "1h",
  "4hour": "4h",
  "1day": "1d",
  "1week": "1w",
};
