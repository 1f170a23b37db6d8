import type { Side } from "@candor/domain/enumerations";
import type { MirroredMarket } from "./market-data-mirror.ts";

/** [price, quantity] as the wire writes them. */
export type WireLevel = readonly [string, string];

/** Best levels of one side, best first: asks ascending, bids descending; `step` ticks merged into a level. */
export function wireLevels(market: MirroredMarket, side: Side, levels: number, step = 1): WireLevel[] {
  const { format } = market.listed;
  return market.book
    .levels(side, levels, step)
    .map(([ticks, lots]) => [format.price(ticks), format.quantity(lots)]);
}

/** The body of a depth reply but for its times: what `/market/depth` and the channel's snapshots have in common. */
export function wireDepth(market: MirroredMarket, levels: number, step = 1) {
  return {
    asks: wireLevels(market, "sell", levels, step),
    bids: wireLevels(market, "buy", levels, step),
    sequence: market.book.sequence,
  };
}
