import type { WireOrder } from "@candor/wire/objects";
import { Rejected } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireFill } from "../../gateway/calls/fill-wire.ts";
import type { CallerContext, SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { marketOf, namedMarket } from "../market-of.ts";
import { orderMatcher, ownFillRows } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { orderCall, readCall, tradeCall } from "../signed-calls.ts";
import { futuresOrderView, futuresTradeView } from "./futures-order-view.ts";
import { futuresRefusalOf } from "./futures-refusal.ts";
import { modifyOrder } from "./modify-order.ts";
import { checkFuturesOrder, placeFuturesOrder } from "./place-futures-order.ts";
import { cancelIfLive, cancelPlaced, findPlaced, livePlaced, placedRows } from "./placed-orders.ts";
import { positionSideOf } from "./position-side.ts";

const KIND = "contract";
/** Binance's code for success. */
const DONE = 200;

/** Places, cancels and reads contract orders, each through the wire's own call. */
export function futuresOrderCalls(ports: BinancePorts): readonly SignedCall[] {
  const contract = (parameters: Parameters) => marketOf(ports, parameters, KIND).listed;
  return [
    orderCall("POST", "/v1/order", async (parameters, context) => {
      const { order, market } = await placeFuturesOrder(ports, parameters, context);
      return futuresOrderView(order, market);
    }),
    {
      ...tradeCall("POST", "/v1/order/test", async (parameters, context) => {
        const { order, market } = await checkFuturesOrder(ports, parameters, context);
        return futuresOrderView(order, market);
      }),
      readsOnly: true,
    },
    orderCall("PUT", "/v1/order", (parameters, context) => modifyOrder(ports, parameters, context)),
    tradeCall("DELETE", "/v1/order", async (parameters, context) => {
      const listed = contract(parameters);
      return futuresOrderView(await cancelPlaced(ports, listed, parameters, context), listed);
    }),
    tradeCall("DELETE", "/v1/allOpenOrders", (parameters, context) => cancelAll(ports, parameters, context)),
    readCall("/v1/order", async (parameters, { session }) => {
      const listed = contract(parameters);
      return futuresOrderView(await findPlaced(ports, session.userId, listed, parameters), listed);
    }),
    readCall("/v1/openOrder", async (parameters, { session }) => {
      const listed = contract(parameters);
      const isWanted = orderMatcher(parameters);
      const found = (await livePlaced(ports, session.userId, listed)).find(isWanted);
      if (found === undefined) throw BINANCE.noSuchOrder();
      return futuresOrderView(found, listed);
    }),
    readCall("/v1/openOrders", async (parameters, { session }) => {
      const market = namedMarket(ports, parameters, KIND)?.listed;
      const orders = await livePlaced(ports, session.userId, market);
      return orders.map((order) => futuresOrderView(order, contractOfOrder(ports, order)));
    }),
    readCall("/v1/allOrders", async (parameters, { session }) => {
      const listed = contract(parameters);
      const orders = await placedRows(ports, parameters, session.userId, listed);
      return orders.map((order) => futuresOrderView(order, listed));
    }),
    readCall("/v1/userTrades", async (parameters, { session }) => {
      const listed = contract(parameters);
      const fills = await ownFillRows(ports, parameters, session.userId, listed);
      const legs = new Map(await ports.readModels.orderLegs(fills.map(({ orderId }) => orderId)));
      return fills.map((fill) =>
        futuresTradeView(toWireFill(fill, listed), listed, positionSideOf(legs.get(fill.orderId))),
      );
    }),
  ];
}

/** Returns the contract of an existing order. */
export function contractOfOrder({ listings }: BinancePorts, { symbol }: WireOrder): ListedMarket {
  const listed = listings.marketBySymbol(symbol, KIND);
  if (listed === undefined) throw new Error(`contract ${symbol} of an order is not listed`);
  return listed;
}

/** In the API of 2026, untriggered conditional orders stay. */
async function cancelAll(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  const { listed } = marketOf(ports, parameters, KIND);
  const { origin, session } = context;
  if (ports.revision === "2025") {
    const payload = { product: KIND, symbol: listed.spec.symbol };
    const reply = await ports.door.perform("cancelAll", payload, session, origin);
    if (reply instanceof Rejected) throw futuresRefusalOf(reply);
  } else {
    const orders = await livePlaced(ports, session.userId, listed);
    // They share one journal write.
    await Promise.all(orders.map((order) => cancelIfLive(ports, order, context)));
  }
  return { code: DONE, msg: "The operation of cancel all open order is done." };
}
