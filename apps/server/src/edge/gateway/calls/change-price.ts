import type { ExecutedCommand } from "@candor/domain/engine-port";
import type { OrderChanged, OrderState, TradeMade } from "@candor/domain/events/events";
import { CALLS, type CallReply, type CallRequest } from "@candor/wire/calls";
import type { WireTrade } from "@candor/wire/objects";
import { type FieldProblem, type Outcome, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireTrade } from "../../../market/market-data/wire-trade.ts";
import { toWireOrder } from "../../../market/wire-objects/order.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { findOrder } from "./change-orders.ts";
import { placedOrder, realizedOf } from "./contract-orders.ts";
import { coreRejection } from "./core-rejection.ts";
import { toWireFill } from "./fill-wire.ts";
import { orderNumber } from "./order-number.ts";
import { readPrice } from "./read-order-fields.ts";

/** Maximum fills in a reply; the rest are counted in `fillsLeftOut`. */
const MAX_FILLS = 100;
/** How long a repeated request waits until the read models have the original answer. */
const REPLAY_WAIT_MS = 1_000;

type Reply = CallReply<"changePrice">;
type ChangePorts = Ports<"engine" | "listings" | "orderLeverages" | "readModels">;

/** Moves an order of any product to another price in one command of the exchange. */
export function changePrice(ports: ChangePorts): CallHandler<"changePrice"> {
  const { engine, listings } = ports;
  const { path } = CALLS.changePrice;
  return async (request, context): Promise<Outcome<Reply>> => {
    const userId = userOf(context);
    const orderId = orderNumber(request.orderId);
    const found = orderId === undefined ? undefined : await findOrder(ports, userId, orderId);
    if (orderId === undefined || found === undefined) return reject("trade.orderNotFound");
    const { live, market } = found;
    const problems: FieldProblem[] = [];
    const priceTicks = readPrice(request.price, "price", market, problems);
    const stopTicks = readPrice(request.stopPrice, "stopPrice", market, problems);
    if (problems.length > 0) return rejectFields("trade.invalidParameters", ...problems);
    const { marketId } = market;
    const key = request.requestId ?? "";
    const command = { kind: "change-price", userId, marketId, orderId, priceTicks, stopTicks, key } as const;
    const result = await engine.submit(command);
    const refused = coreRejection(result.executed, path, listings, market);
    if (refused?.error === "trade.invalidParameters") return notChangeable(request, live);
    if (refused !== undefined) return refused;
    const { replayedSeq } = result.executed;
    if (replayedSeq > 0) return await firstAnswer(ports, userId, replayedSeq, market);
    return acceptedReply(ports, result, userId, orderId, market);
  };
}

/** The order has no such price, already has this one, or is of a kind whose price cannot change. */
function notChangeable({ price, stopPrice }: CallRequest<"changePrice">, live: OrderState | undefined) {
  if (price === undefined && stopPrice === undefined)
    return rejectFields("trade.invalidParameters", { path: "price", reason: "missing" });
  const isOfList = live !== undefined && (live.groupId !== 0 || live.trailingPpm > 0);
  const path = isOfList ? "orderId" : stopPrice === undefined ? "price" : "stopPrice";
  return rejectFields("trade.invalidParameters", { path, reason: "conflict" });
}

function acceptedReply(
  ports: ChangePorts,
  { events, executed }: ExecutedCommand,
  userId: number,
  replacedId: number,
  market: ListedMarket,
): Reply {
  const { seq, timeMs } = executed;
  const placed = placedOrder(events, userId);
  const ended = events.find(
    (event): event is OrderChanged => event.kind === "order-changed" && event.orderId === replacedId,
  );
  if (placed === undefined || ended === undefined)
    throw new Error(`command ${seq} was accepted but replaced no order`);
  const trades = events.filter(
    (event): event is TradeMade => event.kind === "trade-made" && event.takerOrderId === placed.orderId,
  );
  const realized = realizedOf(events, userId);
  const fills = trades.slice(0, MAX_FILLS).map((trade) => {
    const profit = realized.get(trade.tradeId);
    return toWireTrade(trade, "taker", timeMs, market, profit, undefined, placed.leg);
  });
  const written = (order: OrderState) => toWireOrder(order, market, ports.orderLeverages.of(order));
  return {
    order: written(placed),
    replaced: written(ended),
    fills,
    fillsLeftOut: trades.length - fills.length,
    asOfSeq: seq,
  };
}

/** Returns the answer to the command that first used the key. */
async function firstAnswer(
  { readModels }: ChangePorts,
  userId: number,
  seq: number,
  market: ListedMarket,
): Promise<Outcome<Reply>> {
  await readModels.waitFor(seq, REPLAY_WAIT_MS);
  const { orders, fills, fillCount } = await readModels.placementAnswer(userId, seq, MAX_FILLS);
  const [order] = orders;
  if (order === undefined) return reject("system.unavailable");
  const wireFills: WireTrade[] = fills.map((fill) => toWireFill(fill, market, order.leg));
  return {
    order: toWireOrder(order, market, order.leverage),
    replaced: null,
    fills: wireFills,
    fillsLeftOut: fillCount - wireFills.length,
    replayed: true,
    asOfSeq: seq,
  };
}
