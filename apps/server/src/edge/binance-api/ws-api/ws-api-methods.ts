import type { CountedRequest, ListedLimit } from "../../gateway/api-limits.ts";
import type { ApiReply, ApiRequest, ServedApi } from "../served-api.ts";

/** A call of `/api/v3`. */
interface RestCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
}

const get = (path: string): RestCall => ({ method: "GET", path });
const post = (path: string): RestCall => ({ method: "POST", path });
const put = (path: string): RestCall => ({ method: "PUT", path });
const remove = (path: string): RestCall => ({ method: "DELETE", path });

/** WebSocket API methods and the `/api/v3` calls they map to. */
const METHODS: ReadonlyMap<string, RestCall> = new Map([
  ["ping", get("/ping")],
  ["time", get("/time")],
  ["exchangeInfo", get("/exchangeInfo")],
  ["depth", get("/depth")],
  ["trades.recent", get("/trades")],
  ["trades.historical", get("/historicalTrades")],
  ["trades.aggregate", get("/aggTrades")],
  ["klines", get("/klines")],
  ["uiKlines", get("/uiKlines")],
  ["avgPrice", get("/avgPrice")],
  ["ticker", get("/ticker")],
  ["ticker.tradingDay", get("/ticker/tradingDay")],
  ["ticker.24hr", get("/ticker/24hr")],
  ["ticker.price", get("/ticker/price")],
  ["ticker.book", get("/ticker/bookTicker")],
  ["order.place", post("/order")],
  ["order.test", post("/order/test")],
  ["order.status", get("/order")],
  ["order.cancel", remove("/order")],
  ["order.cancelReplace", post("/order/cancelReplace")],
  ["order.amend.keepPriority", put("/order/amend/keepPriority")],
  ["openOrders.status", get("/openOrders")],
  ["openOrders.cancelAll", remove("/openOrders")],
  ["allOrders", get("/allOrders")],
  ["orderList.place", post("/order/oco")],
  ["orderList.place.oco", post("/orderList/oco")],
  ["orderList.status", get("/orderList")],
  ["orderList.cancel", remove("/orderList")],
  ["openOrderLists.status", get("/openOrderList")],
  ["allOrderLists", get("/allOrderList")],
  ["account.status", get("/account")],
  ["account.commission", get("/account/commission")],
  ["myTrades", get("/myTrades")],
  ["userDataStream.start", post("/userDataStream")],
  ["userDataStream.ping", put("/userDataStream")],
  ["userDataStream.stop", remove("/userDataStream")],
]);

/** Answers a request for one method. Never rejects: a failure is a reply, too. */
export type WsApiMethod = (request: ApiRequest) => Promise<ApiReply>;

/** The calls behind the WebSocket API. */
export interface WsApi {
  readonly methods: ReadonlyMap<string, WsApiMethod>;
  /** The limit of weights. */
  readonly weightLimit: ListedLimit;
  /** Counts a request that is no call by its address, unless it exceeds the limit. */
  countRequest(address: string, weight: number): CountedRequest;
}

/**
 * Returns the calls of `/api/v3` by WebSocket API method.
 * @param elsewhere answers the methods whose calls `api` does not have; by default it must have all
 */
export function wsApiOf(
  api: Pick<ServedApi, "answer" | "calls" | "countRequest" | "weightLimit">,
  elsewhere?: (name: string) => WsApiMethod,
): WsApi {
  const served = new Map(api.calls.map((call) => [`${call.method} ${call.path}`, call]));
  const methods = [...METHODS].map(([name, { method, path }]): [string, WsApiMethod] => {
    const call = served.get(`${method} ${path}`);
    if (call !== undefined) return [name, (request) => api.answer(call, request)];
    if (elsewhere === undefined) throw new Error(`${name} has no call ${method} ${path}`);
    return [name, elsewhere(name)];
  });
  return {
    methods: new Map(methods),
    weightLimit: api.weightLimit,
    countRequest: (address, weight) => api.countRequest(address, weight),
  };
}
