import type { WirePreventedMatch } from "@candor/wire/objects";
import type { ListedMarket } from "../../market/market-data/listings.ts";
import { type Match, preventedLots, toWirePrevented } from "../../market/wire-objects/prevented-match.ts";
import { BINANCE } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { marketOf } from "./market-of.ts";
import { given } from "./order-request.ts";
import { type OwnOrder, selfTradeModeOf } from "./order-view.ts";
import { catchUp } from "./own-orders.ts";
import type { Parameters } from "./parameters.ts";

const ROWS = 500;
const MAX_ROWS = 1_000;
/** Accounts are not in groups. */
const NO_GROUP = -1;

/** Whether a match changed or ended an order. */
export function hasAffected({ selfTrade, takerOrderId, makerOrderId }: Match, orderId: number): boolean {
  if (orderId === takerOrderId) return selfTrade !== "expire-maker";
  return orderId === makerOrderId && selfTrade !== "expire-taker" && selfTrade !== "unspecified";
}

/** Binance's name of what a match did: an order without a mode expires like one of EXPIRE_TAKER. */
const modeOf = ({ selfTrade }: Match): string =>
  selfTradeModeOf(selfTrade === "unspecified" ? "expire-taker" : selfTrade);

/** A match in the reply to the order that came, and in the list. */
export const matchView = (match: WirePreventedMatch, makerSymbol: string) => ({
  preventedMatchId: Number(match.matchId),
  makerSymbol,
  makerOrderId: Number(match.makerOrderId),
  price: match.price,
  ...given("takerPreventedQuantity", match.takerQuantity),
  ...given("makerPreventedQuantity", match.makerQuantity),
});

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
  return matches.map((match) => ({
    symbol: spec.symbol,
    ...matchView(toWirePrevented(match, listed), spec.symbol),
    takerOrderId: match.takerOrderId,
    tradeGroupId: NO_GROUP,
    selfTradePreventionMode: modeOf(match),
    transactTime: match.timeMs,
  }));
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
  const matches = await readModels.lastPreventedMatches({ userId, marketId, orderIds });
  return orders.map((order) => {
    if (order.reason !== "self-trade") return order;
    const last = matches.findLast((match) => hasAffected(match, Number(order.orderId)));
    return last === undefined ? order : { ...order, preventedMatchId: last.matchId };
  });
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
