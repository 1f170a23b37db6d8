import type { CallReply } from "@candor/wire/calls";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireFill } from "../../gateway/calls/fill-wire.ts";
import type { CallerContext, SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { readOrder, refusedOrder } from "../order-request.ts";
import { canceledView, orderView, ownTradeView, placedView } from "../order-view.ts";
import { cancelRequested, catchUp, findOrder, liveOrders, ownOrderOf } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { refusalOf } from "../refusal.ts";
import { orderCall, readCall, tradeCall } from "../signed-calls.ts";
import { marginMarkets } from "./margin-account-calls.ts";

const ROWS = 500;

/** Binance's side effects by the wire's names. */
const EFFECTS = { NO_SIDE_EFFECT: "none", MARGIN_BUY: "borrow", AUTO_REPAY: "repay" } as const;
const EFFECT_NAMES = ["NO_SIDE_EFFECT", "MARGIN_BUY", "AUTO_REPAY"] as const;

const marked = <View extends object>(view: View) => ({ ...view, isIsolated: true });

/** Margin orders: isolated, with an account per pair. Each goes through the wire's own call. */
export function marginOrderCalls(ports: BinancePorts): readonly SignedCall[] {
  return [
    orderCall("POST", "/v1/margin/order", (parameters, context) => place(ports, parameters, context)),
    tradeCall("DELETE", "/v1/margin/order", (parameters, context) => cancel(ports, parameters, context)),
    tradeCall("DELETE", "/v1/margin/openOrders", (parameters, context) =>
      cancelAll(ports, parameters, context),
    ),
    readCall("/v1/margin/order", async (parameters, { session }) =>
      marked(
        orderView(
          await findOrder(ports, session.userId, isolatedMarket(ports, parameters), parameters, "lever"),
        ),
      ),
    ),
    readCall("/v1/margin/openOrders", async (parameters, { session }) => {
      const market = isolatedMarket(ports, parameters);
      const { orders } = await liveOrders(ports, session.userId, "lever", market);
      return orders.map((order) => marked(orderView(order)));
    }),
    readCall("/v1/margin/allOrders", async (parameters, { session }) => {
      const { market, ...filter } = listFilter(ports, parameters, session.userId);
      const fromId = parameters.integer("orderId");
      await catchUp(ports);
      const orders = await ports.readModels.ownOrders({ ...filter, fromId }, parameters.limit(ROWS, ROWS));
      return orders.map((order) => marked(orderView(ownOrderOf(order, market))));
    }),
    readCall("/v1/margin/myTrades", async (parameters, { session }) => {
      const { market, ...filter } = listFilter(ports, parameters, session.userId);
      const wanted = { orderId: parameters.integer("orderId"), fromId: parameters.integer("fromId") };
      await catchUp(ports);
      const fills = await ports.readModels.ownFills({ ...filter, ...wanted }, parameters.limit(ROWS, ROWS));
      return fills.map((fill) => marked(ownTradeView(toWireFill(fill, market))));
    }),
  ];
}

/** Without `isIsolated` Binance means cross margin, which does not exist here. */
function isolatedMarket(ports: BinancePorts, parameters: Parameters): ListedMarket {
  if (parameters.text("isIsolated")?.toUpperCase() !== "TRUE")
    throw BINANCE.unsupported("Only isolated margin is supported: set isIsolated=TRUE.");
  const [market] = marginMarkets(ports, [parameters.needed("symbol")]);
  if (market === undefined) throw BINANCE.marginPair();
  return market.listed;
}

function listFilter(ports: BinancePorts, parameters: Parameters, userId: number) {
  const market = isolatedMarket(ports, parameters);
  const untilMs = parameters.integer("endTime");
  return {
    market,
    userId,
    marketId: market.marketId,
    isLever: true,
    sinceMs: parameters.integer("startTime"),
    untilMs: untilMs === undefined ? undefined : untilMs + 1,
  };
}

async function place(ports: BinancePorts, parameters: Parameters, { session, origin }: CallerContext) {
  const market = isolatedMarket(ports, parameters);
  const effect = parameters.oneOf("sideEffectType", EFFECT_NAMES, () =>
    BINANCE.unsupported("sideEffectType"),
  );
  if (parameters.text("autoRepayAtCancel") !== undefined) throw BINANCE.unsupported("autoRepayAtCancel");
  const order = readOrder(parameters);
  const { product: _, ...ticket } = order.payload as Record<string, unknown>;
  const payload = { ...ticket, effect: EFFECTS[effect ?? "NO_SIDE_EFFECT"] };
  const reply = await ports.door.perform("leverOrder", payload, session, origin);
  if (reply instanceof Rejected) throw refusalOf(reply, refusedOrder(order, market));
  if (reply.replayed === true) throw BINANCE.orderRefused("Duplicate order sent.");
  const placed = { ...reply.order, selfTrade: order.payload.selfTrade };
  return marked({ ...placedView(placed, reply.fills, order.response), ...borrowedBy(reply) });
}

const borrowedBy = ({ borrowed }: CallReply<"leverOrder">) =>
  borrowed === null ? {} : { marginBuyBorrowAmount: borrowed.amount, marginBuyBorrowAsset: borrowed.asset };

async function cancel(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  const market = isolatedMarket(ports, parameters);
  const canceled = await cancelRequested(ports, market, parameters, context, "lever");
  return marked(canceledView(canceled, ports.cancelIds.of(canceled)));
}

async function cancelAll(ports: BinancePorts, parameters: Parameters, { session, origin }: CallerContext) {
  const market = isolatedMarket(ports, parameters);
  const payload = { product: "lever", symbol: market.spec.symbol };
  const reply = await ports.door.perform("cancelAll", payload, session, origin);
  if (reply instanceof Rejected) throw refusalOf(reply);
  const orderIds = reply.canceled.map(({ orderId }) => Number(orderId));
  if (orderIds.length === 0) throw BINANCE.cancelRefused();
  // The orders are canceled even if the rows cannot be shown.
  await catchUp(ports, BINANCE.outcomeUnknown);
  const filter = { userId: session.userId, marketId: market.marketId, isLever: true, orderIds };
  const orders = await ports.readModels.ownOrders(filter, orderIds.length);
  return orders.map((order) => marked(canceledView(ownOrderOf(order, market), ports.cancelIds.of(order))));
}
