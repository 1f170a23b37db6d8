import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { PriceHistory } from "../../../market/prices/price-history-port.ts";

/** Returns the 24-hour change as a ratio, or `undefined` if unknown. For sorting only; never shown. */
export function dayChange(market: MirroredMarket, history: PriceHistory): number | undefined {
  const day = history.dayStatistics(market.listed.marketId);
  if (day === undefined || day.openE8 === 0) return undefined;
  const lastE8 = market.lastTicks === 0 ? day.closeE8 : market.lastTicks * market.listed.scale.tickE8;
  return lastE8 === 0 ? undefined : (lastE8 - day.openE8) / day.openE8;
}
