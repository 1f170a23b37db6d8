import { hash } from "node:crypto";
import { AMOUNT_SCOPES } from "@candor/domain/errors/rejection-params";
import type { OrderChanged, OrderState } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import type { Lots } from "@candor/money/brand";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import type { CallReply, CallRequest } from "@candor/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket, Listings } from "../../../market/market-data/listings.ts";
import { toWireOrder } from "../../../market/wire-objects/order.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { amountParams, coreRejection } from "./core-rejection.ts";
import { NO_ORDER, orderNumber } from "./order-number.ts";
import { readLots } from "./read-order-fields.ts";

const ALL_MARKETS = -1;
const REPLAY_WAIT_MS = 1_000;
/**
 * Never reduces an order. Replaces a quantity that the market cannot represent, so that the exchange picks the first
 * error.
 */
const TOO_MANY_LOTS = LIMITS.maxQuantityLots as Lots;
/**
 * Returns what a change moved from frozen to available. The held asset is the base coin for a spot sell, otherwise the
 * quote coin.
 */
function releasedAmount(order: OrderState, units: number, market: ListedMarket) {
  const { spec } = order.side === "sell" && market.kind === "spot" ? market.base : market.quote;
  return { asset: spec.symbol, amount: formatDecimal(units, spec.scale) };
}

/** Returns the user's own orders that a command changed, as of the end of the command. */
function ownChanges(events: readonly { readonly kind: string }[], userId: number): OrderChanged[] {
  const changed = new Map<number, OrderChanged>();
  for (const event of events as readonly OrderChanged[]) {
    if (event.kind === "order-changed" && event.userId === userId) changed.set(event.orderId, event);
  }
  return [...changed.values()];
}

export function cancelOrder({
  engine,
  listings,
  orderLeverages,
}: Ports<"engine" | "listings" | "orderLeverages">): CallHandler<"cancel"> {
  return async (request, context): Promise<Outcome<CallReply<"cancel">>> => {
    const { orderId, clientOrderId } = request;
    if ((orderId === undefined) === (clientOrderId === undefined)) {
      const reason = orderId === undefined ? "missing" : "conflict";
      return rejectFields("trade.invalidParameters", { path: "orderId", reason });
    }
    const number = orderId === undefined ? 0 : orderNumber(orderId);
    if (number === undefined) return reject("trade.orderNotFound");
    const userId = userOf(context);
    const key = clientOrderId ?? "";
    const result = await engine.submit({ kind: "cancel-order", userId, orderId: number, key });
    const refused = coreRejection(result.executed, "/Entrus/cancel", listings);
    if (refused !== undefined) return refused;
    const changes = ownChanges(result.events, userId);
    const asked = changes.find((change) => (number > 0 ? change.orderId === number : change.key === key));
    if (asked === undefined)
      throw new Error(`cancel ${result.executed.seq} was accepted but changed no order`);
    const market = listings.market(asked.marketId);
    // Both legs of an OCO close together and share one hold.
    const units = changes.reduce((sum, change) => sum + change.releasedUnits, 0);
    const others = canceledRows(
      changes.filter((change) => change !== asked),
      listings,
    );
    return {
      order: toWireOrder(asked, market, orderLeverages.of(asked)),
      ...(others.length > 0 && { alsoCanceled: others }),
      released: releasedAmount(asked, units, market),
      asOfSeq: result.executed.seq,
    };
  };
}

export function cancelAllOrders(
  ports: Ports<"engine" | "listings" | "readModels">,
): CallHandler<"cancelAll"> {
  const { engine, listings } = ports;
  return async (request, context): Promise<Outcome<CallReply<"cancelAll">>> => {
    const marketIds = targetMarkets(listings, request);
    if (marketIds instanceof Rejected) return marketIds;
    // No market of that product is listed.
    if (marketIds.length === 0) return { canceled: [], asOfSeq: engine.durableSeq };
    const replies: CallReply<"cancelAll">[] = [];
    for (const [at, marketId] of marketIds.entries()) {
      const key = partKey(request.requestId ?? "", at);
      const reply = await cancelIn(ports, userOf(context), marketId, request.product, key);
      if (reply instanceof Rejected) return reply;
      replies.push(reply);
    }
    return {
      canceled: replies.flatMap(({ canceled }) => canceled).slice(0, MAX_CANCELED),
      ...(replies.some(({ replayed }) => replayed) ? { replayed: true } : {}),
      asOfSeq: Math.max(...replies.map(({ asOfSeq }) => asOfSeq)),
    };
  };
}

/** Derives a key for each command of a call from the caller's key, so that each runs only once. */
function partKey(key: string, part: number): string {
  if (key === "" || part === 0) return key;
  return hash("sha256", `${key} ${part}`, "base64url").slice(0, LIMITS.maxKeyLength);
}

const MAX_CANCELED = 1_000;

/**
 * Returns the markets to cancel in, one command each: `ALL_MARKETS` without a symbol. Margin orders are in spot
 * markets.
 */
function targetMarkets(
  listings: Listings,
  { product, symbol }: CallRequest<"cancelAll">,
): Outcome<readonly number[]> {
  if (symbol === undefined) return [ALL_MARKETS];
  const ofSymbol = listings.markets.filter(({ spec }) => spec.symbol === symbol);
  if (ofSymbol.length === 0)
    return rejectFields("trade.invalidParameters", { path: "symbol", reason: "range" });
  const wanted = product === "lever" ? "spot" : product;
  return ofSymbol
    .filter(({ kind }) => wanted === undefined || kind === wanted)
    .map(({ marketId }) => marketId);
}

async function cancelIn(
  { engine, listings, readModels }: Ports<"engine" | "listings" | "readModels">,
  userId: number,
  marketId: number,
  product: CallRequest<"cancelAll">["product"],
  key: string,
): Promise<Outcome<CallReply<"cancelAll">>> {
  const { executed, events } = await engine.submit({ kind: "cancel-all", userId, marketId, product, key });
  const refused = coreRejection(executed, "/Entrus/cancelAll", listings);
  if (refused !== undefined) return refused;
  if (executed.replayedSeq === 0)
    return { canceled: canceledRows(ownChanges(events, userId), listings), asOfSeq: executed.seq };
  const reachedSeq = await readModels.waitFor(executed.replayedSeq, REPLAY_WAIT_MS);
  if (reachedSeq < executed.replayedSeq) return reject("system.unavailable");
  const outcomes = await readModels.orderOutcomes(userId, executed.replayedSeq);
  const canceled = canceledRows(
    outcomes.map(({ order }) => order),
    listings,
  );
  return { canceled, replayed: true, asOfSeq: executed.replayedSeq };
}

function canceledRows(orders: readonly OrderState[], listings: Listings) {
  return orders
    .filter((order) => order.status === "canceled")
    .map(({ orderId, product, marketId }) => ({
      orderId: String(orderId),
      product,
      symbol: listings.market(marketId).spec.symbol,
    }));
}

export function reduceOrder(
  ports: Ports<"engine" | "listings" | "orderLeverages" | "readModels">,
): CallHandler<"reduce"> {
  const { engine, listings, orderLeverages, readModels } = ports;
  return async (request, context): Promise<Outcome<CallReply<"reduce">>> => {
    const userId = userOf(context);
    const orderId = orderNumber(request.orderId) ?? NO_ORDER;
    const found = await findOrder(ports, userId, orderId);
    const lots = found && readLots(request.quantity, found.market);
    const { executed, events } = await engine.submit({
      kind: "reduce-order",
      userId,
      orderId,
      quantityLots: lots ?? TOO_MANY_LOTS,
      key: request.requestId ?? "",
    });
    const refused = coreRejection(executed, "/Entrus/reduce", listings, found?.market);
    if (refused?.error === "trade.invalidParameters" && found?.live !== undefined)
      return notReducible(found.live, lots === undefined ? request.quantity : undefined, found.market);
    if (refused !== undefined) return refused;
    if (found === undefined) return reject("system.unavailable"); // The order appeared after the lookup.
    const { market } = found;
    if (executed.replayedSeq > 0) {
      await readModels.waitFor(executed.replayedSeq, REPLAY_WAIT_MS);
      const [first] = await readModels.orderOutcomes(userId, executed.replayedSeq);
      if (first === undefined) return reject("system.unavailable");
      const released = releasedAmount(first.order, first.releasedUnits, market);
      return {
        order: toWireOrder(first.order, market, first.order.leverage),
        released,
        replayed: true,
        asOfSeq: executed.replayedSeq,
      };
    }
    const change = ownChanges(events, userId).find((event) => event.orderId === orderId);
    if (change === undefined) throw new Error(`reduce ${executed.seq} was accepted but changed no order`);
    return {
      order: toWireOrder(change, market, orderLeverages.of(change)),
      released: releasedAmount(change, change.releasedUnits, market),
      asOfSeq: executed.seq,
    };
  };
}

/**
 * The exchange rejects a quantity that is not a reduction, and a reduction of one leg of an OCO.
 * @param uncounted the requested quantity, if the market cannot represent it
 */
function notReducible(order: OrderState, uncounted: string | undefined, market: ListedMarket): Rejected {
  if (order.groupId !== 0)
    return rejectFields("trade.invalidParameters", { path: "orderId", reason: "conflict" });
  if (uncounted !== undefined && isBetween(uncounted, order.executedLots, order.quantityLots, market)) {
    const { minLots, maxLots } = market.scale;
    return reject("trade.amountError", amountParams(market, minLots, maxLots, AMOUNT_SCOPES.quantity));
  }
  return rejectFields("trade.invalidParameters", { path: "quantity", reason: "range" });
}

/** Returns whether a quantity that is not a whole number of lots is between the two bounds. */
function isBetween(text: string, lowerLots: number, upperLots: number, market: ListedMarket): boolean {
  const { baseScale, lotUnits } = market.scale;
  const [whole = "", fraction = ""] = text.split(".");
  const units = parseDecimal(`${whole}.${fraction.slice(0, baseScale).padEnd(1, "0")}`, baseScale);
  if (typeof units === "string") return false;
  const lots = Math.floor(units / lotUnits);
  return lots >= lowerLots && lots < upperLots;
}

/** Looks up a live order in the engine and a closed one in the read models. */
export async function findOrder(
  { engine, listings, readModels }: Ports<"engine" | "listings" | "readModels">,
  userId: number,
  orderId: number,
): Promise<{ readonly market: ListedMarket; readonly live?: OrderState } | undefined> {
  if (orderId === NO_ORDER) return undefined;
  const { asOfSeq, orders } = await engine.accountView(userId);
  const live = orders.find((order) => order.orderId === orderId);
  if (live !== undefined) return { market: listings.market(live.marketId), live };
  await readModels.waitFor(asOfSeq, REPLAY_WAIT_MS);
  const marketId = await readModels.marketOfOrder(userId, orderId);
  return marketId === undefined ? undefined : { market: listings.market(marketId) };
}
