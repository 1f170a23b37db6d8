import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT } from "@candor/codec/event-record";
import type { EnginePort } from "@candor/domain/engine-port";
import type { MatchPrevented } from "@candor/domain/events/events";
import { BoundedMap } from "../../kit/bounded-map.ts";
import type { ListedMarket } from "../../market/market-data/listings.ts";
import type { PreventedMatch } from "../../records/projections/queries/prevented-matches.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { BINANCE } from "./binance-error.ts";
import { marketOf } from "./market-of.ts";
import { given } from "./order-request.ts";
import { type OwnOrder, selfTradeModeOf } from "./order-view.ts";
import { catchUp } from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";

const ROWS = 500;
const MAX_ROWS = 1_000;
/** Orders whose prevented matches are kept for their replies, over all users. */
const MAX_TAKERS = 10_000;
/** Accounts are not in groups. */
const NO_GROUP = -1;
const { takerOrderId: TAKER_ORDER_ID } = LAYOUT.matchPrevented.at;

type Match = Omit<MatchPrevented, "kind">;

/** The newest prevented matches by the order that came, for the reply to that order. */
export class RecentPrevented {
  private readonly known = new BoundedMap<number, readonly MatchPrevented[]>(MAX_TAKERS);

  constructor(engine: Pick<EnginePort, "on">) {
    engine.on({
      kinds: [EVENT.matchPrevented],
      event: (event) => {
        const match = event.decode();
        if (match.kind !== "match-prevented") return;
        const orderId = event.field(TAKER_ORDER_ID);
        this.known.set(orderId, [...(this.known.get(orderId) ?? []), match]);
      },
    });
  }

  of(takerOrderId: number): readonly MatchPrevented[] {
    return this.known.get(takerOrderId) ?? [];
  }
}

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

/** Whether a match changed or ended an order. */
export function hasAffected({ selfTrade, takerOrderId, makerOrderId }: Match, orderId: number): boolean {
  if (orderId === takerOrderId) return selfTrade !== "expire-maker";
  return orderId === makerOrderId && selfTrade !== "expire-taker" && selfTrade !== "unspecified";
}

/** Binance's name of what a match did: an order without a mode expires like one of EXPIRE_TAKER. */
const modeOf = ({ selfTrade }: Match): string =>
  selfTradeModeOf(selfTrade === "unspecified" ? "expire-taker" : selfTrade);

/** A match in the reply to the order that came. */
export function matchView(match: Match, { format, spec }: ListedMarket) {
  const { taker, maker } = preventedLots(match);
  const quantity = (lots: number) => (lots === 0 ? undefined : format.quantity(lots));
  return {
    preventedMatchId: match.matchId,
    makerSymbol: spec.symbol,
    makerOrderId: match.makerOrderId,
    price: format.price(match.priceTicks),
    ...given("takerPreventedQuantity", quantity(taker)),
    ...given("makerPreventedQuantity", quantity(maker)),
  };
}

/** Returns the caller's prevented matches in a market, by match or by order, oldest first. Throws -1102. */
export async function ownPreventedMatches(ports: BinancePorts, parameters: Parameters, userId: number) {
  const { listed } = marketOf(ports, parameters);
  const { marketId, spec } = listed;
  const matchId = parameters.integer("preventedMatchId");
  const orderId = parameters.integer("orderId");
  if (matchId === undefined && orderId === undefined) throw BINANCE.oneOf("preventedMatchId", "orderId");
  const fromMatchId = parameters.integer("fromPreventedMatchId");
  const orderIds = orderId === undefined ? undefined : [orderId];
  const limit = parameters.limit(ROWS, MAX_ROWS);
  await catchUp(ports);
  const filter = { userId, marketId, matchId, fromMatchId, orderIds };
  const matches = await ports.readModels.preventedMatches(filter, limit);
  return matches.map((match: PreventedMatch) => {
    const { preventedMatchId, makerSymbol, makerOrderId, ...rest } = matchView(match, listed);
    return {
      symbol: spec.symbol,
      preventedMatchId,
      takerOrderId: match.takerOrderId,
      makerSymbol,
      makerOrderId,
      tradeGroupId: NO_GROUP,
      selfTradePreventionMode: modeOf(match),
      ...rest,
      transactTime: match.timeMs,
    };
  });
}

/** Returns a user's orders with the numbers of the prevented matches that ended them. */
export async function withPreventedMatches(
  { readModels }: Pick<BinancePorts, "readModels">,
  userId: number,
  { marketId }: ListedMarket,
  orders: readonly OwnOrder[],
): Promise<readonly OwnOrder[]> {
  const orderIds = orders
    .filter(({ reason }) => reason === "self-trade")
    .map(({ orderId }) => Number(orderId));
  if (orderIds.length === 0) return orders;
  const matches = await readModels.preventedMatches({ userId, marketId, orderIds }, MAX_ROWS * 2);
  return orders.map((order) => endedBy(order, matches));
}

/** Returns an order with the number of the last of these matches that affected it, if there is one. */
export function endedBy(order: OwnOrder, matches: readonly Match[]): OwnOrder {
  if (order.reason !== "self-trade") return order;
  const last = matches.findLast((match) => hasAffected(match, Number(order.orderId)));
  return last === undefined ? order : { ...order, preventedMatchId: last.matchId };
}

/** The fields of a report about a match that has taken `lots` off one of its orders. */
export function reportFields(match: Match, orderId: number, { format, scale, spec }: ListedMarket) {
  const { taker, maker } = preventedLots(match);
  const isTaker = orderId === match.takerOrderId;
  const lots = isTaker ? taker : maker;
  const met = Math.min(match.takerLots, match.makerLots);
  return {
    v: match.matchId,
    ...(lots > 0 && { A: format.quantity(lots), B: format.quantity(lots) }),
    u: NO_GROUP,
    U: isTaker ? match.makerOrderId : match.takerOrderId,
    Cs: spec.symbol,
    ...(met > 0 && {
      pl: format.quantity(met),
      pL: format.price(match.priceTicks),
      pY: format.quoteAmount(match.priceTicks * met * scale.quoteUnitsPerTickLot),
    }),
  };
}
