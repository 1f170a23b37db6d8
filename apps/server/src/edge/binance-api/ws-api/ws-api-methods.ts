import type { MarketKind } from "@candor/domain/enumerations";
import type { CountedRequest, ListedLimit } from "../../gateway/api-limits.ts";
import type { ApiReply, ApiRequest, ServedApi } from "../served-api.ts";

/** A call of the API behind a method. */
interface RestCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** Whether the API has it only in some revisions. */
  readonly isOptional?: true;
}

const get = (path: string): RestCall => ({ method: "GET", path });
const post = (path: string): RestCall => ({ method: "POST", path });
const put = (path: string): RestCall => ({ method: "PUT", path });
const remove = (path: string): RestCall => ({ method: "DELETE", path });

type Methods = ReadonlyMap<string, RestCall>;

/** Methods of the spot API's socket and the `/api/v3` calls they map to. */
const SPOT_METHODS: Methods = new Map([
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
  ["orderList.place.oto", post("/orderList/oto")],
  ["orderList.place.otoco", post("/orderList/otoco")],
  ["orderList.place.opo", post("/orderList/opo")],
  ["orderList.place.opoco", post("/orderList/opoco")],
  ["orderList.status", get("/orderList")],
  ["orderList.cancel", remove("/orderList")],
  ["openOrderLists.status", get("/openOrderList")],
  ["allOrderLists", get("/allOrderList")],
  ["sor.order.place", post("/sor/order")],
  ["sor.order.test", post("/sor/order/test")],
  ["account.status", get("/account")],
  ["account.rateLimits.orders", get("/rateLimit/order")],
  ["account.commission", get("/account/commission")],
  ["myTrades", get("/myTrades")],
  ["myPreventedMatches", get("/myPreventedMatches")],
  ["myAllocations", get("/myAllocations")],
  ["myFilters", get("/myFilters")],
  ["order.amendments", get("/order/amendments")],
  ["executionRules", get("/executionRules")],
  ["referencePrice", get("/referencePrice")],
  ["referencePrice.calculation", get("/referencePrice/calculation")],
  ["blockTrades.historical", get("/historicalBlockTrades")],
  ["userDataStream.start", post("/userDataStream")],
  ["userDataStream.ping", put("/userDataStream")],
  ["userDataStream.stop", remove("/userDataStream")],
]);

/** The same for futures and `/fapi`. */
const FUTURES_METHODS: Methods = new Map([
  ["depth", get("/v1/depth")],
  ["ticker.price", get("/v2/ticker/price")],
  ["ticker.book", get("/v1/ticker/bookTicker")],
  ["order.place", post("/v1/order")],
  ["order.modify", put("/v1/order")],
  ["order.cancel", remove("/v1/order")],
  ["order.status", get("/v1/order")],
  ["algoOrder.place", { ...post("/v1/algoOrder"), isOptional: true }],
  ["algoOrder.cancel", { ...remove("/v1/algoOrder"), isOptional: true }],
  ["account.position", get("/v2/positionRisk")],
  ["v2/account.position", get("/v3/positionRisk")],
  ["account.balance", get("/v2/balance")],
  ["v2/account.balance", get("/v3/balance")],
  ["account.status", get("/v2/account")],
  ["v2/account.status", get("/v3/account")],
  ["userDataStream.start", post("/v1/listenKey")],
  ["userDataStream.ping", put("/v1/listenKey")],
  ["userDataStream.stop", remove("/v1/listenKey")],
]);
const METHODS: Readonly<Record<string, Methods>> = { "/api/v3": SPOT_METHODS, "/fapi": FUTURES_METHODS };

/**
 * Returns method and path of the call behind a method, undefined for one about the connection itself.
 * @internal
 */
export function callBehind(prefix: string, name: string): string | undefined {
  const call = METHODS[prefix]?.get(name);
  return call && `${call.method} ${prefix}${call.path}`;
}

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

/** The calls behind the WebSocket APIs of spot markets and of contracts. */
export type WsApis = Readonly<Record<MarketKind, WsApi>>;

/** Returns the calls of both APIs by method. */
export function wsApisOf(apis: Readonly<Record<"/api/v3" | "/fapi", SocketApi>>): WsApis {
  return { spot: wsApiOf(apis["/api/v3"]), contract: wsApiOf(apis["/fapi"]) };
}

type SocketApi = Pick<ServedApi, "answer" | "calls" | "countRequest" | "prefix" | "weightLimit">;

/**
 * Returns the calls of an API by method of its socket.
 * @param elsewhere answers the methods whose calls `api` does not have; by default it must have all
 */
export function wsApiOf(api: SocketApi, elsewhere?: (name: string) => WsApiMethod): WsApi {
  const served = new Map(api.calls.map((call) => [`${call.method} ${call.path}`, call]));
  const methods = new Map<string, WsApiMethod>();
  for (const [name, { method, path, isOptional }] of METHODS[api.prefix] ?? []) {
    const call = served.get(`${method} ${path}`);
    if (call !== undefined) methods.set(name, (request) => api.answer(call, request));
    else if (elsewhere !== undefined) methods.set(name, elsewhere(name));
    else if (isOptional !== true) throw new Error(`${name} has no call ${method} ${path}`);
  }
  return {
    methods,
    weightLimit: api.weightLimit,
    countRequest: (address, weight) => api.countRequest(address, weight),
  };
}
