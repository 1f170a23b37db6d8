import type { Lots } from "@candor/money/brand";
import { formatDecimal } from "@candor/money/decimal";
import type { OrderChanged, OrderState } from "@candor/protocol/events";
import { LIMITS } from "@candor/protocol/limits";
import type { CallReply } from "@candor/protocol/wire/calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/protocol/wire/rejection";
import type { ListedMarket, Listings } from "../../market-data/listings.ts";
import { toWireOrder } from "../../wire-objects/order.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { GatewayDependencies } from "../dependencies.ts";
import { coreRejection } from "./core-rejection.ts";
import { tradeMarket } from "./find-market.ts";
import { amountError, readLots } from "./read-spot-order.ts";

const ALL_MARKETS = -1;
const ORDER_ID = /^[1-9][0-9]{0,14}$/;
const SCOPE_QUANTITY = 0;
const REPLAY_WAIT_MS = 1_000;
/** Stands for a quantity that the market cannot count where the order is over: it reduces nothing, and the exchange says why. */
const TOO_MANY_LOTS = LIMITS.maxQuantityLots as Lots;

/** The number of an order; other ids name nothing. */
function orderNumber(id: string): number | undefined {
  return ORDER_ID.test(id) ? Number(id) : undefined;
}

/** What a change gave back from frozen to available: the held asset is the quote of a buy, the base of a sell. */
function releasedOf(order: OrderState, units: number, market: ListedMarket) {
  const { spec } = order.side === "buy" ? market.quote : market.base;
  return { asset: spec.symbol, amount: formatDecimal(units, spec.scale) };
}

/** The user's own orders that a command changed, as it left them. */
function ownChanges(events: readonly { readonly kind: string }[], userId: number): OrderChanged[] {
  const changed = new Map<number, OrderChanged>();
  for (const event of events as readonly OrderChanged[]) {
    if (event.kind === "order-changed" && event.userId === userId) changed.set(event.orderId, event);
  }
  return [...changed.values()];
}

export function cancelOrder({ engine, listings }: GatewayDependencies): CallHandler<"cancel"> {
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
    const result = await engine.execute({ kind: "cancel-order", userId, orderId: number, key });
    const refused = coreRejection(result.executed, "/Entrus/cancel", listings);
    if (refused !== undefined) return refused;
    const changes = ownChanges(result.events, userId);
    const asked = changes.find((change) => (number > 0 ? change.orderId === number : change.key === key));
    if (asked === undefined) throw new Error(`cancel ${result.executed.seq} was accepted and told no order`);
    const market = listings.market(asked.marketId);
    // Both legs of an OCO close, and share one hold.
    const units = changes.reduce((sum, change) => sum + change.releasedUnits, 0);
    return {
      order: toWireOrder(asked, market),
      released: releasedOf(asked, units, market),
      asOfSeq: result.executed.seq,
    };
  };
}

export function cancelAllOrders(dependencies: GatewayDependencies): CallHandler<"cancelAll"> {
  const { engine, listings, readModels } = dependencies;
  return async (request, context): Promise<Outcome<CallReply<"cancelAll">>> => {
    const market = request.symbol === undefined ? undefined : tradeMarket(listings, request.symbol);
    if (market instanceof Rejected) return market;
    // Only spot orders exist yet.
    if (request.product !== undefined && request.product !== "spot")
      return { canceled: [], asOfSeq: engine.durableSeq };
    const userId = userOf(context);
    const marketId = market?.marketId ?? ALL_MARKETS;
    const key = request.requestId ?? "";
    const { executed, events } = await engine.execute({ kind: "cancel-all", userId, marketId, key });
    const refused = coreRejection(executed, "/Entrus/cancelAll", listings);
    if (refused !== undefined) return refused;
    if (executed.replayedSeq === 0)
      return { canceled: canceledRows(ownChanges(events, userId), listings), asOfSeq: executed.seq };
    await readModels.waitFor(executed.replayedSeq, REPLAY_WAIT_MS);
    const outcomes = await readModels.orderOutcomes(userId, executed.replayedSeq);
    const canceled = canceledRows(
      outcomes.map(({ order }) => order),
      listings,
    );
    return { canceled, replayed: true, asOfSeq: executed.replayedSeq };
  };
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

export function reduceOrder(dependencies: GatewayDependencies): CallHandler<"reduce"> {
  const { engine, listings, readModels } = dependencies;
  return async (request, context): Promise<Outcome<CallReply<"reduce">>> => {
    const userId = userOf(context);
    const orderId = orderNumber(request.orderId) ?? 0;
    const found = await findOrder(dependencies, userId, orderId);
    if (found === undefined) return reject("trade.orderNotFound");
    const { market, live } = found;
    const quantityLots =
      readLots(request.quantity, market) ?? (live === undefined ? TOO_MANY_LOTS : undefined);
    if (quantityLots === undefined) return amountError(market, SCOPE_QUANTITY);
    const key = request.requestId ?? "";
    const { executed, events } = await engine.execute({
      kind: "reduce-order",
      userId,
      orderId,
      quantityLots,
      key,
    });
    const refused = coreRejection(executed, "/Entrus/reduce", listings, market);
    if (refused?.error === "trade.invalidParameters") return notReducible(live);
    if (refused !== undefined) return refused;
    if (executed.replayedSeq > 0) {
      await readModels.waitFor(executed.replayedSeq, REPLAY_WAIT_MS);
      const [first] = await readModels.orderOutcomes(userId, executed.replayedSeq);
      if (first === undefined) return reject("system.unavailable");
      const released = releasedOf(first.order, first.releasedUnits, market);
      return {
        order: toWireOrder(first.order, market),
        released,
        replayed: true,
        asOfSeq: executed.replayedSeq,
      };
    }
    const change = ownChanges(events, userId).find((event) => event.orderId === orderId);
    if (change === undefined) throw new Error(`reduce ${executed.seq} was accepted and told no order`);
    return {
      order: toWireOrder(change, market),
      released: releasedOf(change, change.releasedUnits, market),
      asOfSeq: executed.seq,
    };
  };
}

/** The exchange refuses what is no reduction, and to reduce one leg of two. */
function notReducible(order: OrderState | undefined): Rejected {
  const isLeg = order !== undefined && order.groupId !== 0;
  const problem = isLeg
    ? ({ path: "orderId", reason: "conflict" } as const)
    : ({ path: "quantity", reason: "range" } as const);
  return rejectFields("trade.invalidParameters", problem);
}

/** A live order is known to the engine, a closed one to the read models. */
async function findOrder(
  { engine, listings, readModels }: GatewayDependencies,
  userId: number,
  orderId: number,
): Promise<{ readonly market: ListedMarket; readonly live?: OrderState } | undefined> {
  if (orderId === 0) return undefined;
  const { asOfSeq, orders } = await engine.accountView(userId);
  const live = orders.find((order) => order.orderId === orderId);
  if (live !== undefined) return { market: listings.market(live.marketId), live };
  await readModels.waitFor(asOfSeq, REPLAY_WAIT_MS);
  const marketId = await readModels.marketOfOrder(userId, orderId);
  return marketId === undefined ? undefined : { market: listings.market(marketId) };
}
