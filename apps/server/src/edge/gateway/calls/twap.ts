import type { Language } from "@candor/domain/enumerations";
import { divideCeil, divideFloor } from "@candor/money/integer";
import { CALLS, type CallReply, type CallRequest } from "@candor/wire/calls";
import { type FieldProblem, type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import { messageOf } from "@candor/wire/translations/messages";
import { TWAP_BOUNDS, type WireTwap } from "@candor/wire/twap-calls";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import type { Twap, TwapOrder } from "../../../people/twap/twap-state.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { replyParams } from "../reply-params.ts";
import { checkOrderBounds } from "./check-order-bounds.ts";
import { tradeMarket } from "./find-market.ts";
import { orderNumber } from "./order-number.ts";
import { readContractOrder } from "./read-contract-order.ts";
import { readLots, readPrice } from "./read-order-fields.ts";
import { readSpotOrder } from "./read-spot-order.ts";

/** Running TWAPs of all users. */
const MOST_RUNNING = 10_000;
/** How much the price may rise until the sum of all slices is no longer a safe integer. */
const PRICE_ROOM = 16;

type StartRequest = CallRequest<"twapStart">;
type TwapPorts = Ports<"listings" | "mirror" | "twaps">;

/** Starts a TWAP. Checks what its slices would be rejected for whatever happens; funds are checked at each slice. */
export function twapStart(ports: TwapPorts): CallHandler<"twapStart"> {
  return async (request, context): Promise<Outcome<CallReply<"twapStart">>> => {
    const userId = userOf(context);
    const { listings, twaps } = ports;
    const { language } = context;
    const own = twaps.of(userId);
    const market = tradeMarket(listings, request.symbol, request.product);
    if (market instanceof Rejected) return market;
    const problems: FieldProblem[] = [];
    if (request.reduceOnly && request.product === "spot")
      problems.push({ path: "reduceOnly", reason: "conflict" });
    const limitTicks = readPrice(request.limitPrice, "limitPrice", market, problems);
    const quantityLots = readLots(request.quantity, market);
    if (quantityLots === undefined) problems.push({ path: "quantity", reason: "range" });
    if (problems.length > 0 || quantityLots === undefined)
      return rejectFields("trade.invalidParameters", ...problems);
    const { product, symbol, side, slices, reduceOnly, requestId: key = "" } = request;
    const intervalMs = request.intervalSeconds * 1_000;
    const order = {
      userId,
      product,
      symbol,
      side,
      quantityLots,
      limitTicks,
      reduceOnly,
      slices,
      intervalMs,
      key,
    };
    const again = key === "" ? undefined : own.find((twap) => twap.key === key);
    if (again !== undefined)
      return isSameOrder(again, order)
        ? { twap: toWireTwap(again, ports, language), replayed: true }
        : reject("request.keyConflict", { call: CALLS.twapStart.path });
    const refused = refusedSlice(ports, request, market, userId, quantityLots, limitTicks);
    if (refused !== undefined) return refused;
    const running = own.filter(({ status }) => status === "running").length;
    if (running >= TWAP_BOUNDS.running || twaps.runningCount >= MOST_RUNNING)
      return reject("trade.tooManyOrders", { max: TWAP_BOUNDS.running });
    const twap = await twaps.start(order);
    return { twap: toWireTwap(twap, ports, language) };
  };
}

/** Whether two requests with the same key ask for the same. */
function isSameOrder(one: TwapOrder, other: TwapOrder): boolean {
  return (
    one.product === other.product &&
    one.symbol === other.symbol &&
    one.side === other.side &&
    one.quantityLots === other.quantityLots &&
    one.limitTicks === other.limitTicks &&
    one.reduceOnly === other.reduceOnly &&
    one.slices === other.slices &&
    one.intervalMs === other.intervalMs
  );
}

/** Returns why a slice of the usual size would be rejected by the market's bounds. */
function refusedSlice(
  { mirror }: TwapPorts,
  request: StartRequest,
  market: ListedMarket,
  userId: number,
  quantityLots: number,
  limitTicks: number,
): Rejected | undefined {
  const state = mirror.market(market.marketId);
  const ticks = limitTicks > 0 ? limitTicks : divideFloor(state?.indexE8 ?? 0, market.scale.tickE8);
  if (state === undefined || state.status !== "trading" || ticks === 0)
    return reject("trade.marketUnavailable", {
      status: state?.status ?? "halted",
      reason: state?.statusReason ?? "stale",
    });
  const { symbol, side, reduceOnly } = request;
  if (!Number.isSafeInteger(PRICE_ROOM * quantityLots * ticks * market.scale.quoteUnitsPerTickLot))
    return rejectFields("trade.invalidParameters", { path: "quantity", reason: "range" });
  const price = market.format.price(ticks);
  for (const lots of [divideFloor(quantityLots, request.slices), divideCeil(quantityLots, request.slices)]) {
    const slice = { symbol, side, type: "limit", quantity: market.format.quantity(lots), price } as const;
    const selfTrade = "expire-taker" as const;
    const command =
      request.product === "spot"
        ? readSpotOrder({ ...slice, selfTrade }, userId, market)
        : readContractOrder({ ...slice, selfTrade, reduceOnly, triggerBy: "mark" }, userId, market);
    if (command instanceof Rejected) return command;
    const refused = checkOrderBounds(command, market);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

export function twapList(ports: TwapPorts): CallHandler<"twapList"> {
  return (_request, context) => ({
    list: ports.twaps
      .of(userOf(context))
      .map((twap) => toWireTwap(twap, ports, context.language))
      .reverse(),
  });
}

/** Stops a TWAP after the slice in progress, if one is. */
export function twapStop(ports: TwapPorts): CallHandler<"twapStop"> {
  const { twaps } = ports;
  return async ({ twapId }, context): Promise<Outcome<CallReply<"twapStop">>> => {
    const userId = userOf(context);
    const twap = twaps.find(userId, orderNumber(twapId) ?? 0);
    if (twap === undefined) return reject("trade.orderNotFound");
    if (twap.status !== "running") return reject("trade.orderClosed");
    const stopped = await twaps.stop(twap);
    if (stopped === undefined) return reject("system.unavailable");
    return { twap: toWireTwap(stopped, ports, context.language) };
  };
}

function toWireTwap(twap: Twap, { listings }: Pick<TwapPorts, "listings">, language: Language): WireTwap {
  const market = listings.marketBySymbol(twap.symbol, twap.product);
  if (market === undefined) throw new Error(`the market of TWAP ${twap.twapId} is not listed`);
  const { format } = market;
  const { reason, startedAtMs, intervalMs, slices } = twap;
  return {
    twapId: String(twap.twapId),
    product: twap.product,
    symbol: twap.symbol,
    side: twap.side,
    quantity: format.quantity(twap.quantityLots),
    limitPrice: twap.limitTicks === 0 ? null : format.price(twap.limitTicks),
    reduceOnly: twap.reduceOnly,
    intervalSeconds: intervalMs / 1_000,
    slices,
    slicesDone: twap.nextSlice,
    executedQuantity: format.quantity(twap.executedLots),
    executedQuote: format.quoteAmount(twap.executedUnits),
    status: twap.status,
    reason: reason === null ? null : messageOf(reason.error, language, replyParams(reason.params)),
    startedAtMs,
    endsAtMs: startedAtMs + (slices - 1) * intervalMs,
    endedAtMs: twap.endedAtMs === 0 ? null : twap.endedAtMs,
  };
}
