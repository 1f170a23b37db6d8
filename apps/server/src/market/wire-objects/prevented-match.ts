import type { MatchPrevented } from "@candor/domain/events/events";
import type { WirePreventedMatch } from "@candor/wire/objects";
import type { ListedMarket } from "../market-data/listings.ts";

/** A prevented match, from an event or from the read models. */
export type Match = Omit<MatchPrevented, "kind">;

/** What a match took off each of its orders, in lots; 0: nothing, or it is not known because the order is given in quote. */
export function preventedLots({ selfTrade, takerLots, makerLots }: Match): {
  readonly taker: number;
  readonly maker: number;
} {
  if (selfTrade === "decrement") {
    const lots = Math.min(takerLots, makerLots);
    return { taker: lots, maker: lots };
  }
  return {
    taker: selfTrade === "expire-maker" ? 0 : takerLots,
    maker: selfTrade === "expire-maker" || selfTrade === "expire-both" ? makerLots : 0,
  };
}

/** Returns a prevented match as the wire reports it. */
export function toWirePrevented(match: Match, { format }: ListedMarket): WirePreventedMatch {
  const { taker, maker } = preventedLots(match);
  return {
    matchId: String(match.matchId),
    makerOrderId: String(match.makerOrderId),
    price: format.price(match.priceTicks),
    ...(taker > 0 && { takerQuantity: format.quantity(taker) }),
    ...(maker > 0 && { makerQuantity: format.quantity(maker) }),
  };
}
