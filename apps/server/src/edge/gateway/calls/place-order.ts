import type { PlaceOco, PlaceOto, SpotOrder } from "@candor/domain/commands/commands";
import type { PlaceList } from "@candor/domain/commands/list-commands";
import type { ExecutedCommand } from "@candor/domain/engine-port";
import type { MatchPrevented, OrderChanged, OrderState, TradeMade } from "@candor/domain/events/events";
import type { CallReply } from "@candor/wire/calls";
import type { WireTrade } from "@candor/wire/objects";
import type { SpotOrderRequest } from "@candor/wire/order-calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireTrade } from "../../../market/market-data/wire-trade.ts";
import { toWireOrder } from "../../../market/wire-objects/order.ts";
import { toWirePrevented } from "../../../market/wire-objects/prevented-match.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { coreRejection, namingLimitLeg } from "./core-rejection.ts";
import { toWireFill } from "./fill-wire.ts";
import { tradeMarket } from "./find-market.ts";
import { NO_ORDER, orderNumber } from "./order-number.ts";
import { maybeAgain, replacing } from "./place-again.ts";
import { placeOption } from "./place-option.ts";
import { readOto } from "./read-oto.ts";
import { readSpotOrder } from "./read-spot-order.ts";

const PATH = "/Entrus/doOrder";
/** Maximum fills in a reply; the rest are counted in `fillsLeftOut`. */
const MAX_FILLS = 100;
/** How long a repeated request waits until the read models have the original answer. */
const REPLAY_WAIT_MS = 1_000;

type Reply = CallReply<"doOrder">;
/** Reply to a spot order. */
type OrderReply = Extract<Reply, { readonly fills: unknown }>;

export function placeOrder(
  ports: Ports<"engine" | "listings" | "mirror" | "readModels">,
): CallHandler<"doOrder"> {
  const { engine, listings } = ports;
  return async (request, context): Promise<Outcome<Reply>> => {
    if (request.product === "option") return await placeOption(ports, request, userOf(context));
    const market = tradeMarket(listings, request.symbol);
    if (market instanceof Rejected) return market;
    const userId = userOf(context);
    const read = request.pending === undefined ? readSpotOrder : readOto;
    const command = read(request, userId, market);
    if (command instanceof Rejected) return command;
    const result = await engine.submit(sentCommand(command, request));
    const rejected = coreRejection(result.executed, PATH, listings, market);
    const isPair = command.kind === "place-oco" || command.kind === "place-list";
    const refused = isPair ? namingLimitLeg(rejected, command.side) : rejected;
    // All other form errors have been rejected by now: the two prices of the OCO are swapped.
    if (refused?.error === "trade.invalidParameters")
      return rejectFields("trade.invalidParameters", { path: "stopPrice", reason: "conflict" });
    if (refused !== undefined) return refused;
    const { replayedSeq } = result.executed;
    if (replayedSeq > 0) return await firstAnswer(ports, userId, replayedSeq, market);
    return {
      ...acceptedReply(result, userId, market),
      ...replacedOf(result, request, userId, market),
      ...preventedOf(result, userId, market),
    };
  };
}

/** A single order may replace another one, and may have a key that was used. */
function sentCommand(
  command: SpotOrder | PlaceOco | PlaceList | PlaceOto,
  { replaces, requestedAtMs }: SpotOrderRequest,
) {
  if (command.kind !== "place-order" && command.kind !== "place-iceberg") return command;
  if (replaces === undefined) return maybeAgain(command, requestedAtMs);
  return replacing(command, orderNumber(replaces) ?? NO_ORDER, requestedAtMs);
}

/** Returns the orders as of the end of the command, and their immediate trades. */
function acceptedReply(result: ExecutedCommand, userId: number, market: ListedMarket): OrderReply {
  const { seq, timeMs } = result.executed;
  const orders = new Map<number, OrderState>();
  const trades: TradeMade[] = [];
  for (const event of result.events) {
    if (event.kind === "order-changed") rememberOwn(orders, event, userId);
    else if (event.kind === "trade-made" && orders.has(event.takerOrderId)) trades.push(event);
  }
  const fills = trades.slice(0, MAX_FILLS).map((trade) => toWireTrade(trade, "taker", timeMs, market));
  return reply([...orders.values()], fills, trades.length, seq, market);
}

/** Returns the order that was replaced, as it ended. */
function replacedOf(
  { events }: ExecutedCommand,
  { replaces }: SpotOrderRequest,
  userId: number,
  market: ListedMarket,
) {
  if (replaces === undefined) return {};
  const ended = events.find(
    (event): event is OrderChanged =>
      event.kind === "order-changed" && event.userId === userId && String(event.orderId) === replaces,
  );
  if (ended === undefined) throw new Error(`order ${replaces} was replaced without an event`);
  return { replaced: toWireOrder(ended, market, null) };
}

/** Returns the trades of a single new order with others of its user that were prevented. */
function preventedOf({ events }: ExecutedCommand, userId: number, market: ListedMarket) {
  const accepted = events.filter(
    (event) => event.kind === "order-changed" && event.userId === userId && event.cause === "accepted",
  );
  const [first] = accepted;
  if (accepted.length !== 1 || first?.kind !== "order-changed") return {};
  const matches = events.filter(
    (event): event is MatchPrevented =>
      event.kind === "match-prevented" && event.takerOrderId === first.orderId,
  );
  if (matches.length === 0) return {};
  return { prevented: matches.map((match) => toWirePrevented(match, market)) };
}

/** New orders are emitted with cause `accepted` first; later events replace that state. */
function rememberOwn(orders: Map<number, OrderState>, event: OrderChanged, userId: number): void {
  if (event.userId !== userId) return;
  if (event.cause === "accepted" || orders.has(event.orderId)) orders.set(event.orderId, event);
}

/** Returns the answer to the command that first used the key. */
async function firstAnswer(
  { readModels }: Ports<"readModels">,
  userId: number,
  seq: number,
  market: ListedMarket,
): Promise<Outcome<OrderReply>> {
  await readModels.waitFor(seq, REPLAY_WAIT_MS);
  const { orders, fills, fillCount } = await readModels.placementAnswer(userId, seq, MAX_FILLS);
  if (orders.length === 0) return reject("system.unavailable");
  const wireFills = fills.map((fill) => toWireFill(fill, market));
  return { ...reply(orders, wireFills, fillCount, seq, market), replayed: true };
}

function reply(
  orders: readonly OrderState[],
  fills: WireTrade[],
  fillCount: number,
  asOfSeq: number,
  market: ListedMarket,
): OrderReply {
  const [first] = orders;
  if (first === undefined) throw new Error(`command ${asOfSeq} was accepted but placed no order`);
  const rest = {
    fills,
    fillsLeftOut: fillCount - fills.length,
    success: "trade.success" as const,
    prompt: "trade.checkNow" as const,
    asOfSeq,
  };
  const written = orders.map((order) => toWireOrder(order, market, null));
  return written.length > 1
    ? { orders: written, ...rest }
    : { order: toWireOrder(first, market, null), ...rest };
}
