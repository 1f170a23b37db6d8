import { registerIndicator } from "klinecharts";
import { averageTrueRange } from "./average-true-range.ts";
import { registerIchimoku } from "./ichimoku-cloud.ts";
import { superTrend, type TrendPoint } from "./super-trend.ts";
import { volumeWeightedPrice } from "./volume-weighted-price.ts";

/** Indicators that the chart library lacks. */
export function registerOwnIndicators(): void {
  registerIchimoku();
  registerIndicator<{ readonly atr?: number }, number>({
    name: "ATR",
    shortName: "ATR",
    figures: [{ key: "atr", title: "ATR: ", type: "line" }],
    calc: (bars, { calcParams: [period = 14] }) =>
      averageTrueRange(bars, period).map((atr) => (atr === undefined ? {} : { atr })),
  });
  registerIndicator<{ readonly vwap?: number }>({
    name: "VWAP",
    shortName: "VWAP",
    series: "price",
    figures: [{ key: "vwap", title: "VWAP: ", type: "line" }],
    calc: (bars) => volumeWeightedPrice(bars).map((vwap) => (vwap === undefined ? {} : { vwap })),
  });
  registerIndicator<TrendPoint, number>({
    name: "SUPERTREND",
    shortName: "SuperTrend",
    series: "price",
    figures: [
      { key: "up", title: "SuperTrend ↑: ", type: "line" },
      { key: "down", title: "SuperTrend ↓: ", type: "line" },
    ],
    calc: (bars, { calcParams: [period = 10, multiplier = 3] }) => [...superTrend(bars, period, multiplier)],
  });
}
