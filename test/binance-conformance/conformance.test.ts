import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Json, listenAt } from "../support/wire/streams.ts";
import { ConformanceWorld } from "./conformance-world.ts";
import { FUTURES_EVENTS, FUTURES_REPLIES } from "./futures-facts.ts";
import { FUTURES_STREAMS, SPOT_STREAMS } from "./published-surface.ts";
import type { Shape } from "./shape.ts";
import { SPOT_EVENTS, SPOT_REPLIES } from "./spot-facts.ts";

/**
 * Every reply and event that a program can reach here, read as a strict decoder would: a field that Binance always sends
 * must be there, and each field has Binance's JSON type. Names and types are facts from Binance's documentation.
 */
const SYMBOL = { symbol: "BTCUSDT" };
const EVENT_WAIT = { timeout: 60_000 };
/** At least this many different payloads are compared. */
const PAYLOADS = 150;
let world: ConformanceWorld;
const listened: {
  readonly events: Readonly<Record<string, Shape>>;
  readonly market: Json[];
  readonly own: Json[];
}[] = [];
const checked = { spot: new Set<string>(), futures: new Set<string>() };

beforeAll(async () => {
  world = await ConformanceWorld.start();
  await listenTo("/stream", SPOT_EVENTS, "spot", "/ws/", await spotListenKey());
  await listenTo("/fstream/stream", FUTURES_EVENTS, "futures", "/fstream/ws/", await futuresListenKey());
});
afterAll(async () => {
  await world.close();
});

const spotListenKey = async () => keyIn(await post("/api/v3/userDataStream"));
const futuresListenKey = async () => keyIn(await post("/fapi/v1/listenKey"));
const keyIn = (body: unknown): string => (body as { readonly listenKey: string }).listenKey;

async function post(path: string): Promise<unknown> {
  const headers = { "x-mbx-apikey": world.ana.apiKey };
  return await (await fetch(`${world.url}${path}`, { method: "POST", headers })).json();
}

/** Subscribes to every stream of the table, and to the account's own. */
async function listenTo(
  path: string,
  events: Readonly<Record<string, Shape>>,
  kind: "spot" | "futures",
  own: string,
  listenKey: string,
): Promise<void> {
  const names = streamsIn(events, kind);
  const market = await world.listen(`${path}?streams=${names.map(([stream]) => stream).join("/")}`);
  listened.push({ events, market, own: await world.listen(`${own}${listenKey}`) });
}

/** Streams by the table's names; events of accounts and of forced orders have none. */
function streamsIn(events: Readonly<Record<string, Shape>>, kind: "spot" | "futures") {
  return Object.keys(events)
    .filter(
      (name) =>
        !/^[A-Z_]+$|^(?:executionReport|listStatus|outbound.*|balanceUpdate|.*Expired|.*Terminated)$/.test(
          name,
        ),
    )
    .map((name): [stream: string, name: string] => [streamOf(name, kind), name]);
}

function streamOf(name: string, kind: "spot" | "futures"): string {
  if (name.startsWith("!")) return name;
  return name === "continuousKline" && kind === "futures"
    ? "btcusdt_perpetual@continuousKline_1m"
    : `btcusdt@${name}`;
}

/** Lists that are empty here, because nothing of the kind exists or has happened. */
const MAY_BE_EMPTY =
  /historicalBlockTrades|myPreventedMatches|myAllocations|forceOrders|fundingRate|indexInfo|assetIndex|delivery-price|rpiDepth/;

function spot(call: string, value: unknown): void {
  checked.spot.add(call);
  if (value !== undefined) world.check(`/api/v3 ${call}`, value, SPOT_REPLIES[call], MAY_BE_EMPTY.test(call));
}

function futures(call: string, value: unknown): void {
  checked.futures.add(call);
  if (value !== undefined)
    world.check(`/fapi ${call}`, value, FUTURES_REPLIES[call], MAY_BE_EMPTY.test(call));
}

/** Sends a signed spot request and checks its reply; a word after `#` names the variant. */
async function own(call: string, fields = {}, key = world.ana): Promise<Json> {
  const [plain = ""] = call.split("#");
  const [method = "", path = ""] = plain.split(" ");
  const body = await world.ask(key, `${method} /api/v3${path}`, { ...SYMBOL, ...fields });
  spot(call, body);
  return (body ?? {}) as Json;
}

async function ownContract(call: string, fields: object = SYMBOL, key = world.ana): Promise<Json> {
  const [plain = ""] = call.split("#");
  const [method = "", path = ""] = plain.split(" ");
  const body = await world.ask(key, `${method} /fapi${path}`, fields as Record<string, string>);
  futures(call, body);
  return (body ?? {}) as Json;
}

const limit = (side: string, price: string, quantity: string) => ({
  ...SYMBOL,
  side,
  type: "LIMIT",
  timeInForce: "GTC",
  price,
  quantity,
});

test("BIN-50 replies about spot orders and accounts", async () => {
  const maker = { key: world.maker };
  await world.ask(maker.key, "POST /api/v3/order", limit("SELL", "60000", "0.01"));
  await world.ask(maker.key, "POST /api/v3/order", limit("BUY", "59000", "0.01"));
  await own("POST /order#ACK", { ...limit("BUY", "55000", "0.001"), newOrderRespType: "ACK" });
  const resting = await own("POST /order#RESULT", {
    ...limit("BUY", "55000", "0.002"),
    newOrderRespType: "RESULT",
  });
  await own("PUT /order/amend/keepPriority", { orderId: resting.orderId, newQty: "0.001" });
  await own("GET /order/amendments", { orderId: resting.orderId });
  await own("POST /order#FULL", { side: "BUY", type: "MARKET", quantity: "0.001", newOrderRespType: "FULL" });
  const stop = {
    side: "BUY",
    type: "STOP_LOSS_LIMIT",
    timeInForce: "GTC",
    price: "66000",
    quantity: "0.001",
  };
  const waiting = await own("POST /order#stop", { ...stop, stopPrice: "65000", newOrderRespType: "RESULT" });
  await own("GET /order", { orderId: waiting.orderId });
  const oco = { side: "SELL", quantity: "0.001", aboveType: "LIMIT_MAKER", abovePrice: "66000" };
  const below = { belowType: "STOP_LOSS_LIMIT", belowStopPrice: "54000", belowPrice: "53000" };
  const list = await own("POST /orderList/oco", { ...oco, ...below, belowTimeInForce: "GTC" });
  for (const call of ["GET /openOrders", "GET /allOrders", "GET /myTrades"]) await own(call);
  for (const call of ["GET /openOrderList", "GET /allOrderList", "GET /account", "GET /rateLimit/order"]) {
    const [, path = ""] = call.split(" ");
    spot(call, await world.ask(world.ana, `GET /api/v3${path}`));
  }
  spot(
    "GET /orderList",
    await world.ask(world.ana, "GET /api/v3/orderList", { orderListId: Number(list.orderListId) }),
  );
  await own("DELETE /orderList", { orderListId: list.orderListId });
  await own("POST /order/cancelReplace", {
    ...limit("BUY", "54000", "0.001"),
    cancelReplaceMode: "STOP_ON_FAILURE",
    cancelOrderId: waiting.orderId,
    newOrderRespType: "RESULT",
  });
  await own("DELETE /order", { orderId: resting.orderId });
  await own("DELETE /openOrders");
  await own("GET /account/commission");
  await own("GET /myFilters");
  await own("GET /myPreventedMatches", { orderId: resting.orderId });
  await own("GET /myAllocations");
  spot("POST /userDataStream", await post("/api/v3/userDataStream"));
});

test("BIN-50 public replies of the spot API", async () => {
  for (const call of Object.keys(SPOT_REPLIES)) {
    if (checked.spot.has(call) || !call.startsWith("GET ")) continue;
    const [plain = "", variant] = call.split("#");
    const [, path = ""] = plain.split(" ");
    const fields = {
      ...(path === "/time" ? {} : SYMBOL),
      ...(/klines$/i.test(path) ? { interval: "1m" } : {}),
      ...(path === "/historicalBlockTrades" ? { fromId: 0 } : {}),
      ...(variant === undefined ? {} : { type: variant }),
    };
    const body = await world.read(`/api/v3${path}`, fields, world.ana);
    spot(call, body);
  }
});

test("BIN-50 replies about contract orders and accounts", async () => {
  const { maker } = world;
  await world.ask(maker, "POST /fapi/v1/order", limit("SELL", "60000", "0.01"));
  await world.ask(maker, "POST /fapi/v1/order", limit("BUY", "59000", "0.01"));
  await ownContract("POST /v1/leverage", { ...SYMBOL, leverage: 10 });
  await ownContract("POST /v1/marginType", { ...SYMBOL, marginType: "CROSSED" });
  await ownContract("POST /v1/marginType", { ...SYMBOL, marginType: "ISOLATED" });
  await ownContract("POST /v1/order/test", limit("BUY", "55000", "0.001"));
  const resting = await ownContract("POST /v1/order", limit("BUY", "55000", "0.002"));
  const changed = await ownContract("PUT /v1/order", {
    ...SYMBOL,
    orderId: resting.orderId,
    side: "BUY",
    quantity: "0.001",
    price: "55100",
    modifyId: 7,
  });
  const { orderId } = changed;
  expect(orderId).toBe(resting.orderId);
  await ownContract("GET /v1/orderAmendment", { ...SYMBOL, orderId });
  await world.ask(world.ana, "POST /fapi/v1/order", {
    ...SYMBOL,
    side: "BUY",
    type: "MARKET",
    quantity: "0.001",
  });
  await ownContract("POST /v1/positionMargin", { ...SYMBOL, amount: "5", type: 1 });
  const conditional = {
    ...SYMBOL,
    algoType: "CONDITIONAL",
    side: "SELL",
    type: "STOP_MARKET",
    quantity: "0.001",
    triggerPrice: "50000",
  };
  const algo = await ownContract("POST /v1/algoOrder", conditional);
  await ownContract("GET /v1/algoOrder", { algoId: algo.algoId });
  for (const call of ["GET /v1/openAlgoOrders", "GET /v1/allAlgoOrders"]) await ownContract(call);
  await ownContract("DELETE /v1/algoOrder", { algoId: algo.algoId });
  await ownContract("DELETE /v1/algoOpenOrders");
  for (const call of ["GET /v1/order", "GET /v1/openOrder"]) await ownContract(call, { ...SYMBOL, orderId });
  for (const call of [
    "GET /v1/openOrders",
    "GET /v1/allOrders",
    "GET /v1/userTrades",
    "GET /v1/positionMargin/history",
  ])
    await ownContract(call);
  const batch = [limit("BUY", "54000", "0.001"), limit("BUY", "53000", "0.001")];
  await ownContract("POST /v1/batchOrders", { batchOrders: JSON.stringify(batch) });
  await ownContract("DELETE /v1/batchOrders", { ...SYMBOL, orderIdList: JSON.stringify([orderId]) });
  const last = await ownContract("POST /v1/order", limit("BUY", "52000", "0.001"));
  await ownContract("DELETE /v1/order", { ...SYMBOL, orderId: last.orderId });
  await ownContract("POST /v1/countdownCancelAll", { ...SYMBOL, countdownTime: 0 });
  await ownContract("DELETE /v1/allOpenOrders");
  futures("POST /v1/listenKey", await post("/fapi/v1/listenKey"));
  const headers = { "x-mbx-apikey": world.ana.apiKey };
  futures(
    "PUT /v1/listenKey",
    await (await fetch(`${world.url}/fapi/v1/listenKey`, { method: "PUT", headers })).json(),
  );
  for (const call of Object.keys(FUTURES_REPLIES)) {
    if (checked.futures.has(call) || !SIGNED.test(call)) continue;
    await ownContract(call, WITHOUT_SYMBOL.test(call) ? {} : SYMBOL);
  }
});

const WITHOUT_SYMBOL = /income|balance|account$|Config|dual|multi|Burn|rateLimit/i;
const SIGNED =
  /^GET \/v[123]\/(?:account|balance|positionRisk|accountConfig|symbolConfig|income|leverageBracket|commissionRate|positionSide|multiAssetsMargin|feeBurn|rateLimit|adlQuantile|apiTradingStatus|forceOrders)/;

test("BIN-50 public replies of the futures API", async () => {
  await world.world.exchange.samplePositions();
  for (const call of Object.keys(FUTURES_REPLIES)) {
    if (checked.futures.has(call) || !call.startsWith("GET ")) continue;
    const [plain = "", variant] = call.split("#");
    const [, path = ""] = plain.split(" ");
    const body = await world.read(
      path.startsWith("/futures") ? path : `/fapi${path}`,
      variant === "all" ? {} : fieldsOf(path),
      world.ana,
    );
    futures(call, body);
  }
});

function fieldsOf(path: string): Record<string, string> {
  if (path.endsWith("/indexPriceKlines")) return { pair: "BTCUSDT", interval: "1m" };
  if (path.endsWith("/continuousKlines"))
    return { pair: "BTCUSDT", contractType: "PERPETUAL", interval: "1m" };
  if (/klines$/i.test(path)) return { ...SYMBOL, interval: "1m" };
  if (path.endsWith("/basis")) return { pair: "BTCUSDT", contractType: "PERPETUAL", period: "5m" };
  if (path.endsWith("/delivery-price")) return { pair: "BTCUSDT" };
  if (path.startsWith("/futures")) return { ...SYMBOL, period: "5m" };
  return /time$|exchangeInfo|fundingInfo|indexInfo|insuranceBalance|tradingSchedule|assetIndex/.test(path)
    ? {}
    : SYMBOL;
}

/** Ends the account's stream; the spot wallet has changed before. */
async function endListenKey(kind: "spot" | "futures"): Promise<void> {
  if (kind === "spot") await world.transfer();
  const path = kind === "spot" ? "/api/v3/userDataStream" : "/fapi/v1/listenKey";
  const headers = { "x-mbx-apikey": world.ana.apiKey };
  const query = kind === "spot" ? `?listenKey=${keyIn(await post(path))}` : "";
  await fetch(`${world.url}${path}${query}`, { method: "DELETE", headers });
}

/** Events of the account that must have come. */
const OWN_EVENTS = {
  spot: ["executionReport", "listStatus", "outboundAccountPosition", "balanceUpdate", "listenKeyExpired"],
  futures: [
    "ORDER_TRADE_UPDATE",
    "ALGO_UPDATE",
    "TRADE_LITE",
    "ACCOUNT_UPDATE",
    "ACCOUNT_CONFIG_UPDATE",
    "listenKeyExpired",
  ],
} as const;

test("BIN-50 every event of the streams", { timeout: 600_000 }, async () => {
  for (const [at, kind] of (["spot", "futures"] as const).entries()) {
    const { events, market, own: mine } = listened[at] ?? { events: {}, market: [], own: [] };
    for (const [stream, name] of streamsIn(events, kind)) {
      if (name === "forceOrder" || name === "!forceOrder@arr") continue;
      const dataOf = () => market.filter((message) => message.stream === stream).map(({ data }) => data);
      const isHeard = await vi.waitUntil(() => dataOf().length > 0, EVENT_WAIT).catch(() => false);
      if (!isHeard) world.note(`${kind} ${name}`, ["is silent"]);
      for (const data of dataOf()) world.check(`${kind} ${name}`, data, events[name]);
    }
    await endListenKey(kind);
    await vi.waitUntil(() => mine.some(({ e }) => e === "listenKeyExpired"), EVENT_WAIT);
    for (const event of mine) world.check(`${kind} ${String(event.e)}`, event, events[String(event.e)]);
    expect(OWN_EVENTS[kind].filter((name) => !mine.some(({ e }) => e === name))).toEqual([]);
  }
});

test.each([
  ["/stream", SPOT_STREAMS],
  ["/fstream/stream", FUTURES_STREAMS],
] as const)("BIN-76 every published stream at %s can be subscribed to", async (path, published) => {
  const { socket, received } = await listenAt(`${world.url.replace("http", "ws")}${path}`, world.open);
  socket.send(JSON.stringify({ method: "SUBSCRIBE", params: published.map(exampleOf), id: 1 }));
  const answer = await vi.waitUntil(() => received.find(({ id }) => id === 1), EVENT_WAIT);
  expect(answer).toEqual({ result: null, id: 1 });
});

/** Returns a stream for a published name with placeholders. */
function exampleOf(name: string): string {
  const isDepth = name.includes("depth");
  return name
    .replace("<symbol>", "btcusdt")
    .replace("<pair>_<contractType>", "btcusdt_perpetual")
    .replace(/<window.size>/, "1h")
    .replace("<interval>", "1m")
    .replace("<levels>", "5")
    .replace("<updateSpeed>", isDepth ? "100ms" : "1s");
}

test("BIN-50 nothing that a strict decoder needs is missing", () => {
  const unchecked = [
    ...Object.keys(SPOT_REPLIES).filter((call) => !checked.spot.has(call)),
    ...Object.keys(FUTURES_REPLIES).filter((call) => !checked.futures.has(call)),
  ];
  expect(unchecked).toEqual([]);
  const faults = [...world.faults].flatMap(([name, found]) => found.map((fault) => `${name} ${fault}`));
  expect(faults).toEqual([]);
  expect(world.faults.size).toBeGreaterThan(PAYLOADS);
});
