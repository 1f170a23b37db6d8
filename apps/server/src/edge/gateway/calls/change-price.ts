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
import { coreRejection, namingLimitLeg } from "./core-rejection.ts";
import { toWireFill } from "./fill-wire.ts";
import { orderNumber } from "./order-number.ts";
import { readPrice, readTrailingRate } from "./read-order-fields.ts";

/** Maximum fills in a reply; the rest are counted in `fillsLeftOut`. */
const MAX_FILLS = 100;
const CHANGEABLE = ["stopPrice", "price", "trailingRate"] as const;
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
    const { market } = found;
    const problems: FieldProblem[] = [];
    const priceTicks = readPrice(request.price, "price", market, problems);
    const stopTicks = readPrice(request.stopPrice, "stopPrice", market, problems);
    const trailingPpm = readTrailingRate(request.trailingRate, problems);
    if (problems.length > 0) return rejectFields("trade.invalidParameters", ...problems);
    const { marketId } = market;
    const key = request.requestId ?? "";
    const prices = { priceTicks, stopTicks, ...(trailingPpm > 0 && { trailingPpm }) };
    const command = { kind: "change-price", userId, marketId, orderId, ...prices, key } as const;
    const result = await engine.submit(command);
    const rejected = coreRejection(result.executed, path, listings, market);
    const refused = isLeg(found.live) ? namingLimitLeg(rejected, found.live.side) : rejected;
    if (refused?.error === "trade.invalidParameters") return notChangeable(request);
    if (refused !== undefined) return refused;
    const { replayedSeq } = result.executed;
    if (replayedSeq > 0) return await firstAnswer(ports, userId, replayedSeq, market);
    return acceptedReply(ports, result, userId, orderId, market);
  };
}

/** Whether another order of its list may be why the order must rest. */
const isLeg = (order: OrderState | undefined): order is OrderState =>
  order !== undefined && order.groupId !== 0 && order.timeInForce !== "post-only";

/** The order has no such price, already has this one, or it is on the wrong side of the other order of its list. */
function notChangeable(request: CallRequest<"changePrice">) {
  const given = CHANGEABLE.find((path) => request[path] !== undefined);
  if (given === undefined)
    return rejectFields("trade.invalidParameters", { path: "price", reason: "missing" });
  return rejectFields("trade.invalidParameters", { path: given, reason: "conflict" });
}

function acceptedReply(
  ports: ChangePorts,
  { events, executed }: ExecutedCommand,
  userId: number,
  changedId: number,
  market: ListedMarket,
): Reply {
  const { seq, timeMs } = executed;
  const changes = events.filter(
    (event): event is OrderChanged => event.kind === "order-changed" && event.orderId === changedId,
  );
  const isMoved = changes.some(({ cause }) => cause === "moved");
  const last = changes.at(-1);
  const placed = isMoved ? last : placedOrder(events, userId);
  if (placed === undefined || last === undefined)
    throw new Error(`command ${seq} was accepted but changed no order`);
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
    replaced: isMoved ? null : written(last),
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
  const placed = await readModels.placementAnswer(userId, seq, MAX_FILLS);
  // An order that kept its number was not placed by this command.
  const { orders, fills, fillCount } =
    placed.orders.length > 0 ? placed : await readModels.moveAnswer(userId, seq, MAX_FILLS);
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
