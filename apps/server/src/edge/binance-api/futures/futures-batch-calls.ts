import type { CallerContext, SignedCall } from "../binance-call.ts";
import { BINANCE, BinanceError } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { prepareParameters } from "../call-names.ts";
import { marketOf } from "../market-of.ts";
import { cancelLive, orderMatcher } from "../own-orders.ts";
import { Parameters } from "../parameters.ts";
import { orderCall, tradeCall } from "../signed-calls.ts";
import { FUTURES } from "./futures-error.ts";
import { futuresOrderView } from "./futures-order-view.ts";
import { modifyOrder } from "./modify-order.ts";
import { placeFuturesOrder } from "./place-futures-order.ts";
import { livePlaced } from "./placed-orders.ts";

const KIND = "contract";
const MAX_ORDERS = 5;
const MAX_CANCELED = 10;

/** Several orders in one request. Each result is at its order's place in the list. */
export function futuresBatchCalls(ports: BinancePorts): readonly SignedCall[] {
  const path = "/v1/batchOrders";
  return [
    orderCall("POST", path, async (parameters, context) => {
      const orders = ordersOf(parameters);
      const place = (order: Parameters) =>
        resultOf(async () => {
          prepareOrder(ports, "POST", order);
          return await placed(ports, order, context);
        });
      // They reach the exchange in list order and share one journal write.
      if (!orders.some(isReduceOnly)) return await Promise.all(orders.map(place));
      // A reduce-only order is counted with those before it.
      const results: object[] = [];
      for (const order of orders) results.push(await place(order));
      return results;
    }),
    orderCall("PUT", path, async (parameters, context) => {
      const results: object[] = [];
      // One after the other: two changes of one order end with the second.
      for (const order of ordersOf(parameters))
        results.push(
          await resultOf(async () => {
            prepareOrder(ports, "PUT", order);
            return await modifyOrder(ports, order, context);
          }),
        );
      return results;
    }),
    tradeCall("DELETE", path, (parameters, context) => cancelSeveral(ports, parameters, context)),
  ];
}

const isReduceOnly = (order: Parameters): boolean => order.text("reduceOnly")?.toLowerCase() === "true";

/** Checks the names of an order as in a request of its own. */
function prepareOrder({ reading }: BinancePorts, method: "POST" | "PUT", order: Parameters): void {
  prepareParameters(order, { call: `${method} /fapi/v1/order`, hasKey: true }, reading);
}

async function placed(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  const { order, market } = await placeFuturesOrder(ports, parameters, context);
  return futuresOrderView(order, market);
}

async function cancelSeveral(ports: BinancePorts, parameters: Parameters, context: CallerContext) {
  const { listed } = marketOf(ports, parameters, KIND);
  const wanted = ordersToCancel(parameters);
  const orders = await livePlaced(ports, context.session.userId, listed);
  return await Promise.all(
    wanted.map((each) =>
      resultOf(async () => {
        const found = orders.find(orderMatcher(each));
        if (found === undefined) throw BINANCE.cancelRefused();
        const canceled = await cancelLive(ports, found, context);
        return futuresOrderView({ ...canceled, hasFired: found.hasFired }, listed);
      }),
    ),
  );
}

/** Returns the result of one order of a batch. */
async function resultOf(act: () => Promise<object>): Promise<object> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof BinanceError) return { code: error.code, msg: error.message };
    throw error;
  }
}

/** Returns the orders in `batchOrders`. Throws -1102, -1130 and -4082. */
function ordersOf(parameters: Parameters): readonly Parameters[] {
  const list = listOf("batchOrders", parameters.needed("batchOrders"));
  if (list.length > MAX_ORDERS) throw FUTURES.batchSize(list.length);
  return list.map((order) => {
    if (typeof order !== "object" || order === null) throw BINANCE.range("batchOrders");
    return Parameters.of(
      Object.fromEntries(Object.entries(order).map(([name, value]) => [name, textOf(value)])),
      parameters.newClientId,
    );
  });
}

/** Returns the orders in `orderIdList`, or else `origClientOrderIdList`. */
function ordersToCancel(parameters: Parameters): readonly Parameters[] {
  const numbers = parameters.text("orderIdList");
  const names = parameters.text("origClientOrderIdList");
  const [name, text, field] =
    numbers === undefined
      ? (["origClientOrderIdList", names, "origClientOrderId"] as const)
      : (["orderIdList", numbers, "orderId"] as const);
  if (text === undefined) throw BINANCE.oneOf("origClientOrderIdList", "orderIdList");
  const list = listOf(name, text);
  if (list.length > MAX_CANCELED) throw BINANCE.range(name);
  return list.map((each) => Parameters.of({ [field]: textOf(each) }));
}

function listOf(name: string, text: string): readonly unknown[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw BINANCE.range(name);
  }
  if (!Array.isArray(list) || list.length === 0) throw BINANCE.range(name);
  return list;
}

/** Returns a value as a query string would carry it. */
function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return String(value);
  throw BINANCE.range("batchOrders");
}
