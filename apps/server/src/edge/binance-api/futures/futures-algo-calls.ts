import type { OrderStatus } from "@candor/domain/enumerations";
import { isConditional } from "@candor/domain/order-types";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import type { CallerContext, SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketOf, namedMarket } from "../market-of.ts";
import type { OwnOrder } from "../order-view.ts";
import { findOrderIn, liveOrders, orderMatcher, ownOrderRows } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { orderCall, readCall, tradeCall } from "../signed-calls.ts";
import { contractOfOrder } from "./futures-order-calls.ts";
import { ALGO_FIELDS, CONDITIONAL_TYPES } from "./futures-order-request.ts";
import { callbackRateOf, futuresOrderView } from "./futures-order-view.ts";
import { futuresRefusalOf } from "./futures-refusal.ts";
import { placeFuturesOrder } from "./place-futures-order.ts";

const KIND = "contract";
const ALGO_NAMES = { orderId: "algoId", clientId: "clientAlgoId" };
const STATUSES: Readonly<Record<OrderStatus, string>> = {
  untriggered: "NEW",
  pending: "NEW",
  open: "TRIGGERED",
  "partially-filled": "TRIGGERED",
  filled: "FINISHED",
  canceled: "CANCELED",
  expired: "EXPIRED",
};

/**
 * Conditional orders at the paths Binance moved them to. They are the same orders with the same numbers as at the older
 * paths, and visible at both.
 */
export function futuresAlgoCalls(ports: BinancePorts): readonly SignedCall[] {
  return [
    orderCall("POST", "/v1/algoOrder", async (parameters, context) => {
      const { order, market } = await place(ports, parameters, context);
      return algoView(order, market);
    }),
    tradeCall("DELETE", "/v1/algoOrder", async (parameters, context) => {
      const isWanted = orderMatcher(parameters, ALGO_NAMES);
      const orders = await waiting(ports, context.session.userId, undefined);
      const found = orders.find(isWanted);
      if (found === undefined) throw BINANCE.cancelRefused();
      const order = await cancelIfThere(ports, found, context);
      if (order === undefined) throw BINANCE.cancelRefused();
      const { algoId, clientAlgoId } = algoView(order, contractOfOrder(ports, order));
      return { algoId, clientAlgoId, code: "200", msg: "success" };
    }),
    tradeCall("DELETE", "/v1/algoOpenOrders", async (parameters, context) => {
      const { listed } = marketOf(ports, parameters, KIND);
      const orders = await waiting(ports, context.session.userId, listed);
      for (const order of orders) await cancelIfThere(ports, order, context);
      return { code: 200, msg: "The operation of cancel all open order is done." };
    }),
    readCall("/v1/algoOrder", async (parameters, { session }) => {
      const order = await findAnywhere(ports, session.userId, parameters);
      return algoView(order, contractOfOrder(ports, order));
    }),
    readCall("/v1/openAlgoOrders", async (parameters, { session }) => {
      const market = namedMarket(ports, parameters, KIND)?.listed;
      const orders = await waiting(ports, session.userId, market);
      return orders.map((order) => algoView(order, contractOfOrder(ports, order)));
    }),
    readCall("/v1/allAlgoOrders", async (parameters, { session }) => {
      const { listed } = marketOf(ports, parameters, KIND);
      const orders = await ownOrderRows(ports, parameters, session.userId, listed, ALGO_NAMES);
      return orders.filter(({ type }) => isConditional(type)).map((order) => algoView(order, listed));
    }),
  ];
}

async function place(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  const algoType = parameters.needed("algoType").toUpperCase();
  if (algoType !== "CONDITIONAL") throw BINANCE.unsupported("algoType");
  const type = parameters.oneOf("type", CONDITIONAL_TYPES, BINANCE.orderType);
  if (type === undefined) throw BINANCE.missing("type");
  if (type !== "TRAILING_STOP_MARKET") parameters.needed(ALGO_FIELDS.trigger);
  return await placeFuturesOrder(ports, parameters, context, ALGO_FIELDS);
}

/** @returns undefined when it has fired or been canceled meanwhile */
async function cancelIfThere(
  { door }: BinancePorts,
  { orderId, selfTrade }: OwnOrder,
  { session, origin }: CallerContext,
): Promise<OwnOrder | undefined> {
  const reply = await door.perform("cancel", { orderId }, session, origin);
  if (!(reply instanceof Rejected)) return { ...reply.order, selfTrade };
  if (reply.error === "trade.orderNotFound" || reply.error === "trade.orderClosed") return undefined;
  throw futuresRefusalOf(reply);
}

/** Returns the user's untriggered orders. */
async function waiting(ports: BinancePorts, userId: number, market: ListedMarket | undefined) {
  const { orders } = await liveOrders(ports, userId, KIND, market);
  return orders.filter(({ status }) => status === "untriggered");
}

/** Finds a conditional order, live or ended. Binance does not require its contract here. Throws -1102 and -2013. */
async function findAnywhere(ports: BinancePorts, userId: number, parameters: Parameters): Promise<OwnOrder> {
  const { contracts } = ports.listings;
  const order = await findOrderIn(ports, userId, contracts, parameters, KIND, ALGO_NAMES);
  if (!isConditional(order.type)) throw BINANCE.noSuchOrder();
  return order;
}

/** We do not store when a stop fired, or whether one that ended without a trade had fired. */
function algoView(order: OwnOrder, market: ListedMarket) {
  const view = futuresOrderView(order, market);
  const isTrailing = order.type === "trailing-stop";
  const hasTraded = order.averagePrice !== null;
  const hasFired = hasTraded || order.status === "open" || order.status === "partially-filled";
  return {
    algoId: view.orderId,
    clientAlgoId: view.clientOrderId,
    algoType: "CONDITIONAL",
    orderType: view.type,
    symbol: view.symbol,
    side: view.side,
    positionSide: view.positionSide,
    timeInForce: view.timeInForce,
    quantity: view.origQty,
    algoStatus: hasTraded && order.status !== "partially-filled" ? "FINISHED" : STATUSES[order.status],
    actualOrderId: hasFired ? order.orderId : "",
    actualPrice: view.avgPrice,
    triggerPrice: view.stopPrice,
    price: view.price,
    icebergQuantity: null,
    workingType: view.workingType,
    priceMatch: view.priceMatch,
    selfTradePreventionMode: view.selfTradePreventionMode,
    closePosition: view.closePosition,
    priceProtect: view.priceProtect,
    reduceOnly: view.reduceOnly,
    ...(isTrailing ? { activatePrice: order.stopPrice ?? "0", callbackRate: callbackRateOf(order) } : {}),
    createTime: view.time,
    updateTime: view.updateTime,
    triggerTime: 0,
    goodTillDate: 0,
  };
}
