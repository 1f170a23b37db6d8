import { createHmac } from "node:crypto";
import type { AddressInfo } from "node:net";
import { MainClient } from "binance";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

/**
 * Programs for Binance connect after changing the address: a client from the public registry, independent of this code,
 * does here what bots do. Requests it cannot make are written by hand.
 */
let exchange: GatewayUnderTest;
let url: string;
let ana: WireClient;
let bot: MainClient;
let maker: WireClient;
let keys: { readonly apiKey: string; readonly secret: string };

const makeKey = async (client: WireClient, fields: object = { permissions: ["read", "trade"] }) => {
  const made = accepted(await client.call("apiKey", { action: "create", password: "kestrel7", ...fields }));
  return { apiKey: made.apiKey ?? "", secret: made.secret ?? "" };
};
const botOf = ({ apiKey, secret }: { readonly apiKey: string; readonly secret: string }) =>
  new MainClient({ api_key: apiKey, api_secret: secret, baseUrl: url, disableTimeSync: true });

/** Sends a raw request, signed if a secret is given. */
async function ask(
  method: string,
  path: string,
  { query = "", form, secret, headers = {} }: Query = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const sign = (text: string) =>
    createHmac("sha256", secret ?? "")
      .update(text)
      .digest("hex");
  const signed = secret === undefined ? query : `${query}&signature=${sign(query + (form ?? ""))}`;
  const response = await fetch(`${url}/api/v3${path}${signed === "" ? "" : `?${signed}`}`, {
    method,
    headers: {
      ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    },
    ...(form === undefined ? {} : { body: form }),
  });
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
}
interface Query {
  readonly query?: string;
  readonly form?: string;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the error code of a client's rejection. */
const refusal = (outcome: Promise<unknown>): Promise<unknown> =>
  outcome.then(
    () => "accepted",
    (error: { readonly body?: { readonly code: number; readonly msg: string } }) =>
      error.body === undefined ? error : `${error.body.code} ${error.body.msg}`,
  );

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { nowMs: Date.now } });
  await exchange.app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(exchange.app.server.address() as AddressInfo).port}`;
  ana = await exchange.trader("ana@example.org", { USDT: "5000" });
  maker = await exchange.trader("maker@example.org", { BTC: "0.1" });
  for (const price of ["60010", "60020"]) {
    const order = { symbol: "BTCUSDT", side: "sell", type: "limit", price, quantity: "0.01" };
    accepted(await maker.call("doOrder", order));
  }
  keys = await makeKey(ana);
  bot = botOf(keys);
});
afterAll(() => exchange.close());

test("BIN-04 markets, books, trades and charts answer in Binance's shapes", async () => {
  await bot.testConnectivity();
  const info = await bot.getExchangeInfo();
  expect(info.symbols.map(({ symbol }) => symbol)).toEqual(["BTCUSDT", "ETHUSDT", "ETHBTC"]);
  const [btc] = info.symbols;
  const filters = Object.fromEntries((btc?.filters ?? []).map((filter) => [filter.filterType, filter]));
  expect(btc).toMatchObject({ status: "TRADING", baseAsset: "BTC", quoteAsset: "USDT" });
  expect(filters.PRICE_FILTER).toMatchObject({ tickSize: "0.10000000" });
  expect(filters.LOT_SIZE).toMatchObject({
    minQty: "0.00001000",
    maxQty: "100.00000000",
    stepSize: "0.00001000",
  });
  expect(filters.NOTIONAL).toMatchObject({ minNotional: "5.00000000", applyMinToMarket: true });
  expect(filters.PERCENT_PRICE_BY_SIDE).toMatchObject({
    bidMultiplierUp: "1.200000",
    askMultiplierDown: "0.800000",
  });
  const bought = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "60010", quantity: "0.001" };
  accepted(await ana.call("doOrder", bought));
  const book = await bot.getOrderBook({ symbol: "BTCUSDT", limit: 5 });
  expect(book).toMatchObject({
    bids: [],
    asks: [
      ["60010.00000000", "0.00900000"],
      ["60020.00000000", "0.01000000"],
    ],
  });
  expect(book.lastUpdateId).toBe(exchange.mirror.marketBySymbol("BTCUSDT")?.book.sequence);
  expect(await bot.getSymbolOrderBookTicker({ symbol: "BTCUSDT" })).toMatchObject({
    bidPrice: "0.00000000",
    askPrice: "60010.00000000",
    askQty: "0.00900000",
  });
  expect(await bot.getRecentTrades({ symbol: "BTCUSDT" })).toMatchObject([
    {
      price: "60010.00000000",
      qty: "0.00100000",
      quoteQty: "60.01000000",
      isBuyerMaker: false,
      isBestMatch: true,
    },
  ]);
  expect(await bot.getAggregateTrades({ symbol: "BTCUSDT" })).toMatchObject([
    { p: "60010.00000000", q: "0.00100000", m: false },
  ]);
  const [kline] = await bot.getKlines({ symbol: "BTCUSDT", interval: "1m", limit: 1 });
  expect(kline?.slice(1, 6)).toEqual([
    "60010.00000000",
    "60010.00000000",
    "60010.00000000",
    "60010.00000000",
    "0.00100000",
  ]);
  expect((kline?.[6] ?? 0) - (kline?.[0] ?? 0)).toBe(59_999);
  expect(await bot.get24hrChangeStatistics({ symbol: "BTCUSDT" })).toMatchObject({
    lastPrice: "60010.00000000",
    volume: "0.00100000",
    quoteVolume: "60.01000000",
  });
  expect(await bot.getSymbolPriceTicker()).toMatchObject([
    { symbol: "BTCUSDT", price: "60010.00000000" },
    { symbol: "ETHUSDT" },
    { symbol: "ETHBTC" },
  ]);
  expect(await refusal(bot.getOrderBook({ symbol: "DOGEUSDT" }))).toBe("-1121 Invalid symbol.");
  expect(await refusal(bot.getKlines({ symbol: "BTCUSDT", interval: "2s" as "1s" }))).toBe(
    "-1120 Invalid interval.",
  );
});

test("BIN-05 an order is placed, listed, filled and canceled, and everything adds up", async () => {
  const placed = await bot.submitNewOrder({
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    price: 59_000,
    quantity: 0.01,
    newOrderRespType: "FULL",
  });
  expect(placed).toMatchObject({
    symbol: "BTCUSDT",
    status: "NEW",
    price: "59000.00000000",
    origQty: "0.01000000",
    executedQty: "0.00000000",
    timeInForce: "GTC",
    type: "LIMIT",
    side: "BUY",
    orderListId: -1,
    fills: [],
  });
  const { orderId, clientOrderId } = placed;
  const seen = { orderId, clientOrderId, status: "NEW", isWorking: true, price: "59000.00000000" };
  expect(await bot.getOpenOrders({ symbol: "BTCUSDT" })).toMatchObject([seen]);
  expect(await bot.getOrder({ symbol: "BTCUSDT", orderId })).toMatchObject(seen);
  expect(await bot.getOrder({ symbol: "BTCUSDT", origClientOrderId: clientOrderId })).toMatchObject(seen);
  const usdt = async () => (await bot.getAccountInformation()).balances.find(({ asset }) => asset === "USDT");
  expect(await usdt()).toMatchObject({ free: "4349.99000000", locked: "590.00000000" });
  expect(await bot.cancelOrder({ symbol: "BTCUSDT", orderId })).toMatchObject({
    orderId,
    origClientOrderId: clientOrderId,
    status: "CANCELED",
  });
  expect(await usdt()).toMatchObject({ free: "4939.99000000", locked: "0.00000000" });
  const market = await bot.submitNewOrder({
    symbol: "BTCUSDT",
    side: "BUY",
    type: "MARKET",
    quoteOrderQty: 600.2,
    newOrderRespType: "FULL",
  });
  expect(market).toMatchObject({ status: "FILLED", type: "MARKET", executedQty: "0.01000000" });
  expect(market.fills).toMatchObject([
    { price: "60010.00000000", qty: "0.00900000", commissionAsset: "BTC" },
    { price: "60020.00000000", qty: "0.00100000", commissionAsset: "BTC" },
  ]);
  const trades = await bot.getAccountTradeList({ symbol: "BTCUSDT" });
  expect(trades).toMatchObject([
    { price: "60010.00000000", qty: "0.00100000", isBuyer: true, isMaker: false },
    { price: "60010.00000000", qty: "0.00900000", orderId: market.orderId },
    { price: "60020.00000000", qty: "0.00100000", orderId: market.orderId },
  ]);
  const all = await bot.getAllOrders({ symbol: "BTCUSDT" });
  expect(all.map(({ status }) => status)).toEqual(["FILLED", "CANCELED", "FILLED"]);
  expect(await bot.getAllOrders({ symbol: "BTCUSDT", orderId: market.orderId })).toMatchObject([
    { orderId: market.orderId, status: "FILLED" },
  ]);
  // The wire shows the same orders: there is one book and one account.
  const wire = accepted(await ana.call("record", { view: "history" }));
  expect(wire.list.map((row) => Number("orderId" in row ? row.orderId : 0))).toContain(market.orderId);
});

test("BIN-05 stops wait, makers rest, and one call cancels all open orders of a market", async () => {
  const order = { symbol: "BTCUSDT", side: "BUY", quantity: 0.001 } as const;
  const stop = await bot.submitNewOrder({
    ...order,
    type: "STOP_LOSS_LIMIT",
    timeInForce: "GTC",
    price: 61_000,
    stopPrice: 60_900,
    newOrderRespType: "RESULT",
  });
  expect(stop).toMatchObject({ status: "NEW", type: "STOP_LOSS_LIMIT" });
  await bot.submitNewOrder({ ...order, type: "LIMIT_MAKER", price: 59_000, newOrderRespType: "ACK" });
  const open = await bot.getOpenOrders();
  expect(open).toMatchObject([
    { type: "STOP_LOSS_LIMIT", stopPrice: "60900.00000000", isWorking: false },
    { type: "LIMIT_MAKER", timeInForce: "GTC", isWorking: true },
  ]);
  const canceled = await bot.cancelAllSymbolOrders({ symbol: "BTCUSDT" });
  expect(canceled).toMatchObject([{ status: "CANCELED" }, { status: "CANCELED" }]);
  expect(await bot.getOpenOrders()).toEqual([]);
  expect(await refusal(bot.cancelAllSymbolOrders({ symbol: "BTCUSDT" }))).toBe("-2011 Unknown order sent.");
});

test("BIN-06 rejections have Binance's codes, and nothing has moved", async () => {
  const before = await bot.getAccountInformation();
  const limit = {
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    price: 59_000,
    quantity: 0.001,
    newOrderRespType: "FULL",
  } as const;
  const tried = (fields: object) => {
    const { timeInForce, ...rest }: Record<string, unknown> = { ...limit, ...fields };
    const order = timeInForce === "none" ? rest : { ...rest, timeInForce };
    return refusal(bot.submitNewOrder(order as unknown as Parameters<typeof bot.submitNewOrder>[0]));
  };
  expect(await tried({ price: 59_000.05 })).toBe("-1013 Filter failure: PRICE_FILTER");
  expect(await tried({ quantity: 0.000_001 })).toBe("-1013 Filter failure: LOT_SIZE");
  expect(await tried({ quantity: 0.000_02 })).toBe("-1013 Filter failure: NOTIONAL");
  expect(await tried({ price: 90_000 })).toBe("-1013 Filter failure: PERCENT_PRICE_BY_SIDE");
  expect(await tried({ quantity: 1 })).toBe("-2010 Account has insufficient balance for requested action.");
  expect(await tried({ type: "LIMIT_MAKER", price: 60_030, timeInForce: "none" })).toBe(
    "-2010 Order would immediately match and take.",
  );
  expect(await tried({ type: "STOP_LOSS_LIMIT", stopPrice: 50_000 })).toBe(
    "-2010 Order would trigger immediately.",
  );
  expect(await tried({ type: "TAKE_PROFIT_LIMIT", stopPrice: 70_000 })).toBe(
    "-2010 Order would trigger immediately.",
  );
  expect(await tried({ timeInForce: "GTX" })).toBe("-1115 Invalid timeInForce.");
  expect(await tried({ side: "HOLD" })).toBe("-1117 Invalid side.");
  expect(await tried({ icebergQty: 0.000_5, timeInForce: "IOC" })).toBe(
    "-1106 Parameter 'icebergQty' sent when not required.",
  );
  expect(await refusal(bot.testNewOrder({ ...limit, price: 59_000.05 }))).toBe(
    "-1013 Filter failure: PRICE_FILTER",
  );
  expect(await refusal(bot.testNewOrder(limit))).toBe("accepted");
  expect(await refusal(bot.getOrder({ symbol: "BTCUSDT", orderId: 999_999 }))).toBe(
    "-2013 Order does not exist.",
  );
  expect(await refusal(bot.cancelOrder({ symbol: "BTCUSDT", orderId: 999_999 }))).toBe(
    "-2011 Unknown order sent.",
  );
  expect((await bot.getAccountInformation()).balances).toEqual(before.balances);
  const id = "once_and-only";
  const named = { ...limit, newClientOrderId: id };
  const query = (fields: object) =>
    Object.entries(fields)
      .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
      .join("&");
  const send = () =>
    ask("POST", "/order", {
      query: query({ ...named, timestamp: Date.now() }),
      secret: keys.secret,
      headers: { "x-mbx-apikey": keys.apiKey },
    });
  expect((await send()).body).toMatchObject({ clientOrderId: id, status: "NEW" });
  expect((await send()).body).toEqual({ code: -2010, msg: "Duplicate order sent." });
  // Keys of the server's own orders.
  expect(await refusal(bot.submitNewOrder({ ...limit, newClientOrderId: "twap:1:0" }))).toBe(
    "-1100 Illegal characters found in parameter 'newClientOrderId'.",
  );
  expect(await bot.cancelOrder({ symbol: "BTCUSDT", origClientOrderId: id })).toMatchObject({
    origClientOrderId: id,
  });
});

test("BIN-07 key, permissions, address, time and signature are checked before anything else", async () => {
  const headers = { "x-mbx-apikey": keys.apiKey };
  const { secret } = keys;
  const now = () => `timestamp=${Date.now()}`;
  const codeOf = async (sent: Query, path = "/account") => {
    const { status, body } = await ask("GET", path, sent);
    return `${status} ${String(body.code)}`;
  };
  expect(await codeOf({ query: now(), secret, headers })).toBe("200 undefined");
  expect(await codeOf({ query: now(), secret })).toBe("401 -2014");
  expect(await codeOf({ query: now(), secret, headers: { "x-mbx-apikey": "0".repeat(64) } })).toBe(
    "401 -2015",
  );
  expect(await codeOf({ query: "recvWindow=5000", secret, headers })).toBe("400 -1102");
  expect(await codeOf({ query: `${now()}&recvWindow=60001`, secret, headers })).toBe("400 -1131");
  expect(await codeOf({ query: `timestamp=${Date.now() - 6_000}`, secret, headers })).toBe("400 -1021");
  expect(await codeOf({ query: `timestamp=${Date.now() + 5_000}`, secret, headers })).toBe("400 -1021");
  expect(await codeOf({ query: now(), headers })).toBe("400 -1102");
  expect(await codeOf({ query: now(), secret: "another", headers })).toBe("400 -1022");
  expect(await codeOf({ query: `${now()}&timestamp=1`, secret, headers })).toBe("400 -1101");
  const form = `symbol=BTCUSDT&side=BUY&type=MARKET&quoteOrderQty=10&${now()}`;
  const tested = await ask("POST", "/order/test", { query: "recvWindow=9000", form, secret, headers });
  expect(tested).toMatchObject({ status: 200, body: {} });
  // Some programs send a form labeled as JSON.
  for (const called of ["application/json", "text/plain"]) {
    const sent = {
      query: "",
      form: `recvWindow=9000&${form}`,
      headers: { ...headers, "content-type": called },
    };
    const signature = createHmac("sha256", secret).update(sent.form).digest("hex");
    const answer = await ask("POST", "/order/test", {
      ...sent,
      form: `${sent.form}&signature=${signature}`,
    });
    expect(answer, called).toMatchObject({ status: 200, body: {} });
  }
  const reader = botOf(await makeKey(ana, { permissions: ["read"] }));
  await reader.getAccountInformation();
  const order = { symbol: "BTCUSDT", side: "BUY", type: "MARKET", quoteOrderQty: 10 } as const;
  expect(await refusal(reader.submitNewOrder(order))).toMatch(/^-2015 /);
  const elsewhere = botOf(await makeKey(ana, { addresses: ["203.0.113.0/24"] }));
  expect(await refusal(elsewhere.getAccountInformation())).toMatch(/^-2015 /);
  const here = botOf(await makeKey(ana, { addresses: ["127.0.0.0/8"] }));
  await here.getAccountInformation();
  const stranger = botOf(await makeKey(maker));
  const own = await bot.getAllOrders({ symbol: "BTCUSDT" });
  expect(await refusal(stranger.getOrder({ symbol: "BTCUSDT", orderId: own[0]?.orderId ?? 0 }))).toBe(
    "-2013 Order does not exist.",
  );
  expect((await stranger.getAllOrders({ symbol: "BTCUSDT" })).map(({ side }) => side)).toEqual([
    "SELL",
    "SELL",
  ]);
});

test("BIN-08 a frozen user's keys and a closed site are rejected; a removed key is rejected at once", async () => {
  const { id } = accepted(await maker.call("profile"));
  const client = botOf(await makeKey(maker));
  await exchange.identity.setBanned(Number(id), true);
  expect(await refusal(client.getAccountInformation())).toMatch(/^-2015 /);
  expect(await refusal(client.cancelOrder({ symbol: "BTCUSDT", orderId: 1 }))).not.toBe("accepted");
  await exchange.identity.setBanned(Number(id), false);
  await client.getAccountInformation();
  const list = accepted(await maker.call("apiKey", { action: "list" })).list;
  expect(list.some(({ lastUsedAtMs }) => lastUsedAtMs !== null)).toBe(true);
  for (const { apiKeyId } of list)
    accepted(await maker.call("apiKey", { action: "remove", apiKeyId, password: "kestrel7" }));
  expect(await refusal(client.getAccountInformation())).toMatch(/^-2015 /);
  exchange.ready = false;
  expect(await refusal(bot.getAccountInformation())).toMatch(/^-1001 /);
  exchange.ready = true;
});

test("BIN-08 every reply has the used weight; too many requests are 429 with Retry-After, other paths 404", async () => {
  const first = await ask("GET", "/ping");
  expect(Number(first.headers.get("x-mbx-used-weight-1m"))).toBeGreaterThan(0);
  expect((await ask("GET", "/nothing")).body).toMatchObject({ code: -1020 });
  expect((await ask("POST", "/withdraw")).status).toBe(404);
  const url5000 = "/api/v3/depth?symbol=BTCUSDT&limit=5000";
  const get = () => exchange.app.inject({ url: url5000, remoteAddress: "198.51.100.9" });
  let reply = await get();
  let used = 1;
  for (; reply.statusCode === 200 && used <= 24; used++) reply = await get();
  // A window is counted in slices, so the limit may be 10 % stricter.
  expect(used).toBeGreaterThan(21);
  expect(reply.statusCode).toBe(429);
  expect(reply.json()).toEqual({
    code: -1003,
    msg: "Too much request weight used; current limit is 6000 request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.",
  });
  expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  expect((await ask("GET", "/ping")).status).toBe(200);
});
