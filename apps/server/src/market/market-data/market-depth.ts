import type { Side } from "@candor/domain/enumerations";
import type { MirroredMarket } from "./market-data-mirror.ts";

/** [price, quantity] in wire format. */
export type WireLevel = readonly [string, string];

/**
 * Returns the best levels of one side, best first: asks ascending, bids descending; `step` ticks merged into a level.
 */
function wireLevels(market: MirroredMarket, side: Side, levels: number, step = 1): WireLevel[] {
  const { format } = market.listed;
  return market.book
    .levels(side, levels, step)
    .map(([ticks, lots]) => [format.price(ticks), format.quantity(lots)]);
}

/** Returns the body of a depth reply without its times, shared by `/market/depth` and the channel's snapshots. */
export function wireDepth(market: MirroredMarket, levels: number, step = 1) {
  return {
    asks: wireLevels(market, "sell", levels, step),
    bids: wireLevels(market, "buy", levels, step),
    sequence: market.book.sequence,
  };
}
