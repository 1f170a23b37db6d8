import type { Side } from "../enumerations.ts";

interface Fill {
  /** Of the command. */
  readonly seq: number;
  readonly priceTicks: number;
  readonly takerSide: Side;
  readonly marketTradeId: number;
}

/**
 * Returns the number of a trade's aggregate before rules 7, which record it: that of its first trade. Consecutive fills of one
 * command at one price and side were one aggregate.
 * @param previous the market's previous trade, if known
 */
export function formerAggregateId(
  fill: Fill,
  previous: (Fill & { readonly aggregateId: number }) | undefined,
): number {
  const isSame =
    previous?.seq === fill.seq &&
    previous.priceTicks === fill.priceTicks &&
    previous.takerSide === fill.takerSide;
  return isSame ? previous.aggregateId : fill.marketTradeId;
}
