import type { ExecutedCommand } from "@candor/domain/engine-port";
import { AMOUNT_SCOPES } from "@candor/domain/errors/rejection-params";
import type { OrderChanged, TradeMade } from "@candor/domain/events/events";
import { CALLS, type CallReply } from "@candor/wire/calls";
import { type FieldProblem, type Outcome, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireTrade } from "../../../market/market-data/wire-trade.ts";
import { toWireOrder } from "../../../market/wire-objects/order.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { findOrder } from "./change-orders.ts";
import { realizedOf } from "./contract-orders.ts";
import { amountParams, coreRejection } from "./core-rejection.ts";
import { orderNumber } from "./order-number.ts";
import { readLots, readPrice } from "./read-order-fields.ts";

/** Maximum fills in a reply; the rest are counted in `fillsLeftOut`. */
const MAX_FILLS = 100;

type Reply = CallReply<"contractModify">;
type ModifyPorts = Ports<"engine" | "listings" | "orderLeverages" | "readModels">;

/** Gives a resting contract order another price and quantity in one command of the exchange. */
export function modifyOrder(ports: ModifyPorts): CallHandler<"contractModify"> {
  const { engine, listings } = ports;
  const { path } = CALLS.contractModify;
  return async (request, context): Promise<Outcome<Reply>> => {
    const userId = userOf(context);
    const orderId = orderNumber(request.orderId);
    const found = orderId === undefined ? undefined : await findOrder(ports, userId, orderId);
    if (orderId === undefined || found === undefined || found.market.kind !== "contract")
      return reject("trade.orderNotFound");
    const { market } = found;
    const problems: FieldProblem[] = [];
    const priceTicks = readPrice(request.price, "price", market, problems);
    if (problems.length > 0) return rejectFields("trade.invalidParameters", ...problems);
    const quantityLots = readLots(request.quantity, market);
    if (quantityLots === undefined) return wrongQuantity(market);
    const { marketId } = market;
    const { modifyId } = request;
    const terms = { quantityLots, priceTicks, ...(modifyId !== undefined && { modifyId }) };
    const result = await engine.submit({ kind: "modify-order", userId, marketId, orderId, ...terms });
    const refused = coreRejection(result.executed, path, listings, market);
    // Nothing would change, or the order is not in the book.
    if (refused?.error === "trade.invalidParameters")
      return rejectFields("trade.invalidParameters", { path: "price", reason: "conflict" });
    return refused ?? replyOf(ports, result, userId, orderId, market);
  };
}

function wrongQuantity(market: ListedMarket) {
  const { minLots, maxLots } = market.scale;
  return reject("trade.amountError", amountParams(market, minLots, maxLots, AMOUNT_SCOPES.quantity));
}

function replyOf(
  { orderLeverages }: ModifyPorts,
  { events, executed }: ExecutedCommand,
  userId: number,
  orderId: number,
  market: ListedMarket,
): Reply {
  const { seq, timeMs } = executed;
  const order = events.findLast(
    (event): event is OrderChanged => event.kind === "order-changed" && event.orderId === orderId,
  );
  if (order === undefined) throw new Error(`command ${seq} was accepted but changed no order`);
  const trades = events.filter(
    (event): event is TradeMade => event.kind === "trade-made" && event.takerOrderId === orderId,
  );
  const realized = realizedOf(events, userId);
  const fills = trades
    .slice(0, MAX_FILLS)
    .map((trade) =>
      toWireTrade(trade, "taker", timeMs, market, realized.get(trade.tradeId), undefined, order.leg),
    );
  return {
    order: toWireOrder(order, market, orderLeverages.of(order)),
    fills,
    fillsLeftOut: trades.length - fills.length,
    asOfSeq: seq,
  };
}
