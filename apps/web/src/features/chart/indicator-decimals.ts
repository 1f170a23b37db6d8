import { type Indicator, OVERLAYS } from "./chart-settings.ts";

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
