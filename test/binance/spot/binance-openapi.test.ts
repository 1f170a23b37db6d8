import { DESCRIBED_CALLS, namesIn } from "@candor/server/edge/binance-api/openapi/binance-openapi";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import type { Json } from "../../support/wire/streams.ts";

/** Compares the description of the Binance-compatible API with the server's behavior. */
let world: ContractWorld;
let url: string;
let key: ApiKey;
let maker: ApiKey;

type Fields = Readonly<Record<string, string | number>>;
interface Operation {
  readonly name: string;
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly required: boolean }[];
  readonly security?: readonly Json[];
  readonly "x-weight": number;
  readonly "x-permission"?: string;
}
const operations: Operation[] = [];

beforeAll(async () => {
  world = await ContractWorld.start({ nowMs: Date.now });
  url = await listenFor(world.exchange);
  const ana = await world.trader("ana@example.org", "5000");
  const bo = await world.exchange.trader("bo@example.org", { BTC: "0.1", USDT: "4000" });
  key = await makeApiKey(bo);
  maker = await makeApiKey(ana);
  await world.observe(60_000);
  const document = (await (await fetch(`${url}/openapi-binance.json`)).json()) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  };
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods))
      operations.push({ ...operation, name: `${method.toUpperCase()} ${path}` });
});
afterAll(async () => {
  expect(world.exchange.errors).toEqual([]);
  await world.exchange.close();
});

async function ask(name: string, fields: Fields = {}, by = key) {
  const [method = "", path = ""] = name.split(" ");
  const isOpen = operations.find((each) => each.name === name)?.security === undefined;
  if (!isOpen) return await askSigned(by, method, `${url}${path}`, fields);
  const texts = Object.entries(fields).map(([field, value]) => `${field}=${value}`);
  const response = await fetch(`${url}${path}?${texts.join("&")}`, { method });
  return { status: response.status, body: await response.json() };
}
/** Returns the reply after checking it against the description. */
async function checkedReply(name: string, fields: Fields = {}, by = key): Promise<Json> {
  const { status, body } = await ask(name, fields, by);
  expect(status, `${name} ${JSON.stringify(body)}`).toBe(200);
  const shape = DESCRIBED_CALLS[name]?.[2];
  const parsed = shape?.safeParse(body);
  expect(parsed?.error?.issues, `${name} ${JSON.stringify(body)}`).toBeUndefined();
  expect(parsed?.success).toBe(true);
  return body as Json;
}

test("BIN-29 exactly the served calls are described, with the access they need", async () => {
  expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(DESCRIBED_CALLS).sort());
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  const text = await (await fetch(`${url}/openapi-binance.json`)).text();
  const { components } = JSON.parse(text) as { components: { schemas: object } };
  for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    expect(Object.keys(components.schemas)).toContain(name);
  // Replies contain exactly the described fields, unlike the wire's, which may grow.
  expect(components.schemas).toMatchObject({ Order: { additionalProperties: false } });
  const operation = (name: string) => operations.find((each) => each.name === name);
  expect(operation("GET /api/v3/depth")).not.toHaveProperty("security");
  expect(operation("POST /fapi/v1/batchOrders")).toMatchObject({
    security: [{ key: [], signature: [] }],
    "x-weight": 5,
    "x-permission": "trade",
  });
  expect(await (await fetch(`${url}/docs`)).text()).toContain('href="/openapi-binance.json"');
  const bots = await fetch(`${url}/docs/bots`, { redirect: "manual" });
  expect([bots.status, bots.headers.get("location")]).toEqual([302, "/#/pages/my/bots"]);
});

test("BIN-29 exactly the fields that the description requires are required", async () => {
  const CHOICES = /Param '(\w+)' or '(\w+)' must be sent/;
  for (const [name, [summary, takes]] of Object.entries(DESCRIBED_CALLS)) {
    if (summary.startsWith("Rejected with")) continue;
    const needed = namesIn(takes).filter(({ required }) => required);
    const given: Fields = takes.includes("isIsolated!") ? { isIsolated: "TRUE" } : {};
    const { body } = await ask(name, given);
    const { code, msg = "" } = body as { readonly code?: number; readonly msg?: string };
    if (code === -1102 && CHOICES.test(msg)) {
      // Either of two: neither is required by itself.
      const either = CHOICES.exec(msg)?.slice(1) ?? [];
      expect(
        namesIn(takes).map((each) => each.name),
        name,
      ).toEqual(expect.arrayContaining(either));
    } else if (needed.length === 0) expect(code, name).not.toBe(-1102);
    else
      expect(
        needed.some((each) => code === -1102 && msg.includes(`'${each.name}'`)),
        `${name} ${JSON.stringify(body)}`,
      ).toBe(true);
  }
});

const LIMIT = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", timeInForce: "GTC" } as const;

test("BIN-29 orders of spot are answered as they are described", async () => {
  const POST = "POST /api/v3/order";
  const placed = await checkedReply(POST, {
    ...LIMIT,
    price: "60100",
    quantity: "0.002",
    newOrderRespType: "FULL",
  });
  await checkedReply(POST, { ...LIMIT, price: "60200", quantity: "0.002", newOrderRespType: "ACK" });
  const symbol = "BTCUSDT";
  const orderId = Number(placed.orderId);
  await checkedReply("POST /api/v3/order/test", { ...LIMIT, price: "60100", quantity: "0.001" });
  await checkedReply("PUT /api/v3/order/amend/keepPriority", { symbol, orderId, newQty: "0.0015" });
  const replaced = await checkedReply("POST /api/v3/order/cancelReplace", {
    ...LIMIT,
    price: "60300",
    quantity: "0.001",
    cancelReplaceMode: "STOP_ON_FAILURE",
    cancelOrderId: orderId,
  });
  const { orderId: nextId } = replaced.newOrderResponse as Json;
  await checkedReply("DELETE /api/v3/order", { symbol, orderId: Number(nextId) });
  const list = await checkedReply("POST /api/v3/orderList/oco", {
    symbol,
    side: "SELL",
    quantity: "0.001",
    aboveType: "LIMIT_MAKER",
    abovePrice: "61000",
    belowType: "STOP_LOSS",
    belowStopPrice: "59000",
  });
  await checkedReply("GET /api/v3/orderList", { orderListId: Number(list.orderListId) });
  await checkedReply("DELETE /api/v3/orderList", { symbol, orderListId: Number(list.orderListId) });
  const old = { symbol, side: "SELL", quantity: "0.001", price: "61000", stopPrice: "59000" };
  await checkedReply("POST /api/v3/order/oco", old);
  await checkedReply("DELETE /api/v3/openOrders", { symbol });
  const stream = await checkedReply("POST /api/v3/userDataStream");
  await checkedReply("PUT /api/v3/userDataStream", { listenKey: String(stream.listenKey) });
  await checkedReply("DELETE /api/v3/userDataStream", { listenKey: String(stream.listenKey) });
});

test("BIN-29 orders and settings of contracts are answered as they are described", async () => {
  const symbol = "BTCUSDT";
  const order = { ...LIMIT, side: "BUY", quantity: "0.01" };
  const ofMaker = (name: string, fields: Fields = {}) => checkedReply(name, fields, maker);
  const placed = await ofMaker("POST /fapi/v1/order", { ...order, price: "59000" });
  const moved = await ofMaker("PUT /fapi/v1/order", {
    symbol,
    side: "BUY",
    orderId: Number(placed.orderId),
    quantity: "0.01",
    price: "58000",
  });
  await ofMaker("POST /fapi/v1/order/test", { ...order, price: "59000" });
  const batchOrders = JSON.stringify([
    { ...order, price: "59000" },
    { ...order, price: "1" },
  ]);
  const [made] = (await ofMaker("POST /fapi/v1/batchOrders", { batchOrders })) as unknown as Json[];
  const change = [{ symbol, side: "BUY", orderId: made?.orderId, quantity: "0.02", price: "57000" }];
  await ofMaker("PUT /fapi/v1/batchOrders", { batchOrders: JSON.stringify(change) });
  await ofMaker("DELETE /fapi/v1/batchOrders", { symbol, orderIdList: `[${String(moved.orderId)},7]` });
  await ofMaker("POST /fapi/v1/countdownCancelAll", { symbol, countdownTime: 0 });
  const stop = { algoType: "CONDITIONAL", symbol, side: "BUY", quantity: "0.01" };
  const waits = await ofMaker("POST /fapi/v1/algoOrder", {
    ...stop,
    type: "STOP_MARKET",
    triggerPrice: "61000",
  });
  await ofMaker("POST /fapi/v1/algoOrder", { ...stop, type: "TRAILING_STOP_MARKET", callbackRate: "1" });
  await ofMaker("GET /fapi/v1/openAlgoOrders");
  await ofMaker("GET /fapi/v1/allAlgoOrders", { symbol });
  await ofMaker("GET /fapi/v1/algoOrder", { algoId: Number(waits.algoId) });
  await ofMaker("DELETE /fapi/v1/algoOrder", { algoId: Number(waits.algoId) });
  await ofMaker("DELETE /fapi/v1/algoOpenOrders", { symbol });
  await ofMaker("GET /fapi/v1/allOrders", { symbol });
  await ofMaker("GET /fapi/v1/openOrders");
  await ofMaker("DELETE /fapi/v1/allOpenOrders", { symbol });
  await ofMaker("POST /fapi/v1/leverage", { symbol, leverage: 10 });
  await ofMaker("POST /fapi/v1/marginType", { symbol, marginType: "CROSSED" });
});

test("BIN-29 every read call replies as described, once there is data", async () => {
  const transfer = { symbol: "BTCUSDT", timeInForce: "GTC", type: "LIMIT", quantity: "0.001" };
  await checkedReply("POST /api/v3/order", { ...transfer, side: "SELL", price: "60100" });
  const rest = await checkedReply("POST /api/v3/order", { ...transfer, side: "SELL", price: "60500" });
  const taker = await makeApiKey(await world.exchange.trader("cy@example.org", { USDT: "500" }));
  await checkedReply("POST /api/v3/order", { ...transfer, side: "BUY", price: "60100" }, taker);
  const contract = { symbol: "BTCUSDT", timeInForce: "GTC", type: "LIMIT", quantity: "0.01" };
  await checkedReply("POST /fapi/v1/order", { ...contract, side: "BUY", price: "59900" }, maker);
  const futuresRest = await checkedReply(
    "POST /fapi/v1/order",
    { ...contract, side: "BUY", price: "59000" },
    maker,
  );
  const seller = await makeApiKey(await world.trader("dee@example.org", "500"));
  await checkedReply("POST /fapi/v1/order", { ...contract, side: "SELL", price: "59900" }, seller);
  await world.observe(60_000);
  const values: Fields = {
    symbol: "BTCUSDT",
    pair: "BTCUSDT",
    interval: "5m",
    "interval:spot": "5m",
    period: "5m",
    contractType: "PERPETUAL",
    fromId: 0,
    orderId: Number(rest.orderId),
    coin: "USDT",
    "type:transfer": "FUNDING_MAIN",
  };
  const skipped: string[] = [];
  for (const [name, [, takes]] of Object.entries(DESCRIBED_CALLS)) {
    if (!name.startsWith("GET ")) continue;
    const isFutures = name.includes("/fapi/");
    const hasMarkets = !/\/[de]api\/|indexInfo|assetIndex/.test(name);
    const needed = takes.split(" ").filter((word) => word.endsWith("!") || word === "symbol");
    const fields = Object.fromEntries(
      needed.flatMap((word) => {
        const value = values[word.replace("!", "")];
        return value === undefined || !hasMarkets ? [] : [[word.replace("!", "").split(":")[0], value]];
      }),
    ) as Fields;
    const one =
      takes.includes(" orderId origClientOrderId") || name.endsWith("myPreventedMatches")
        ? { orderId: Number((isFutures ? futuresRest : rest).orderId) }
        : {};
    // No market has a reference price. No margin trading here, and no coin has a chain; lists by number are tested where they are placed.
    if (
      takes.includes("isIsolated") ||
      /isolated\/(pair|allPairs)|deposit\/address|orderList|algoOrder$|referencePrice/.test(name)
    ) {
      skipped.push(name);
      continue;
    }
    const body = await checkedReply(name, { ...fields, ...one }, isFutures ? maker : key);
    const isEmpty = Array.isArray(body) && body.length === 0;
    if (isEmpty) skipped.push(name);
  }
  // List what was not covered, so that nobody assumes it was.
  expect(skipped.filter((name) => name.includes("/api/v3/") || name.includes("/fapi/"))).toEqual([
    "GET /api/v3/referencePrice",
    "GET /api/v3/referencePrice/calculation",
    "GET /api/v3/historicalBlockTrades",
    "GET /api/v3/orderList",
    "GET /api/v3/openOrderList",
    "GET /api/v3/order/amendments",
    "GET /api/v3/myPreventedMatches",
    "GET /api/v3/myAllocations",
    "GET /fapi/v1/indexInfo",
    "GET /fapi/v1/assetIndex",
    "GET /fapi/v1/fundingRate",
    "GET /fapi/v1/algoOrder",
    "GET /fapi/v1/openAlgoOrders",
    "GET /fapi/v1/orderAmendment",
    "GET /fapi/v1/positionMargin/history",
    "GET /fapi/v1/forceOrders",
  ]);
});
