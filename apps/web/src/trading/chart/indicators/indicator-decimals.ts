import { type Indicator, OVERLAYS } from "./indicator-list.ts";

/** Derived from prices: means, bands and differences fall between two ticks. */
const OF_PRICES: ReadonlySet<Indicator> = new Set([...OVERLAYS, "MACD", "ATR"]);
const BEYOND_PRICES = 2;
/** RSI, KDJ and WR range from 0 to 100. */
const OF_HUNDRED = 2;

/** Returns the number of decimals for an indicator's values. */
export function indicatorDecimals(name: Indicator, priceDecimals: number, quantityDecimals: number): number {
  if (OF_PRICES.has(name)) return priceDecimals + BEYOND_PRICES;
  return name === "VOL" || name === "OBV" ? quantityDecimals : OF_HUNDRED;
}
