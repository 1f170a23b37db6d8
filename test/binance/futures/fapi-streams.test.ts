import { isStreamPath } from "@candor/server/edge/binance-api/streams/attach-streams";
import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { USDMClient, WebsocketClient } from "binance";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { type ApiKey, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import {
  bookAt,
  type Json,
  levelsAfter,
  listenAt,
  type ServedStreams,
  streamsOf,
} from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

let world: ContractWorld;
let host: string;
let streams: ServedStreams;
let ana: WireClient;
let maker: WireClient;
const open: WebSocket[] = [];
const QUIET = { trace: () => {}, info: () => {}, error: () => {} };
const BTC = { symbol: "BTCUSDT" } as const;

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  world = await ContractWorld.start({ nowMs: Date.now }, { listenKeys });
  streams = await streamsOf(world.exchange, listenKeys);
  host = new URL(await listenFor(world.exchange)).host;
  ana = await world.trader("ana@example.org", "9000");
  maker = await world.trader("maker@example.org", "9000");
  await world.observe(60_000);
  await order(maker, "sell", "60010", "0.5");
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(async () => {
  await streams.close();
  await world.exchange.close();
});

const order = async (
  client: WireClient,
  side: string,
  price: string,
  quantity: string,
  fields: object = {},
) =>
  Number(
    accepted(
      await client.call("contractOrder", {
        ...BTC,
        side,
        type: "limit",
        price,
        quantity,
        leverage: 20,
        ...fields,
      }),
    ).order.orderId,
  );

const listen = (path: string) => listenAt(`ws://${host}${path}`, open);

const clientOf = ({ apiKey, secret }: ApiKey) =>
  new USDMClient({ api_key: apiKey, api_secret: secret, baseUrl: `http://${host}`, disableTimeSync: true });

test("FAPI-08 a client from the public registry follows marks, trades, best prices, books and charts", async () => {
  const client = new WebsocketClient({ wsUrl: `ws://${host}/fstream` }, QUIET);
  const received: Json[] = [];
  client.on("message", (message) => received.push(message as unknown as Json));
  const names = [
    "trade",
    "aggTrade",
    "markPrice@1s",
    "bookTicker",
    "depth@100ms",
    "depth5@100ms",
    "kline_1m",
  ];
  const connected = new Promise((resolve) => client.on("response", resolve));
  await client.subscribe(
    [...names, "miniTicker", "ticker"].map((name) => `btcusdt@${name}`),
    "usdmMarket",
  );
  await connected;
  await order(ana, "buy", "60010", "0.1");
  const event = (name: string) => received.find(({ e }) => e === name);
  await vi.waitFor(() => {
    for (const name of [
      "trade",
      "aggTrade",
      "markPriceUpdate",
      "bookTicker",
      "depthUpdate",
      "kline",
      "24hrTicker",
    ])
      expect(event(name), name).toBeDefined();
  });
  expect(event("aggTrade")).toMatchObject({ s: "BTCUSDT", p: "60010.0", q: "0.100", m: false });
  expect(event("aggTrade")).not.toHaveProperty("M");
  expect(event("trade")).toMatchObject({ s: "BTCUSDT", p: "60010.0", q: "0.100", m: false, X: "MARKET" });
  expect(event("markPriceUpdate")).toMatchObject({ s: "BTCUSDT", i: "60000.0" });
  expect(Number(event("markPriceUpdate")?.T)).toBeGreaterThan(0);
  expect(event("kline")).toMatchObject({
    k: { i: "1m", c: "60010.0", v: "0.100", V: "0.100", Q: "6001.000000", x: false },
  });
  expect(event("24hrTicker")).not.toHaveProperty("b");
  client.closeAll();
  const marks = await listen("/fstream/stream?streams=!markPrice@arr@1s/!miniTicker@arr");
  await vi.waitFor(() => {
    const all = marks.received.find(({ stream }) => stream === "!markPrice@arr@1s");
    expect(all?.data).toMatchObject([{ e: "markPriceUpdate", s: "BTCUSDT" }]);
  });
});

test("FAPI-09 a local book that is kept as Binance describes it for futures is the exchange's book", async () => {
  const { received } = await listen("/fstream/ws/btcusdt@depth@100ms");
  const ids: number[] = [];
  const move = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      ids.push(await order(ana, "buy", `${59_000 + ((round * 37) % 11)}`, "0.001"));
      const gone = round % 3 === 2 ? ids.shift() : undefined;
      if (gone !== undefined) accepted(await ana.call("cancel", { orderId: String(gone) }));
    }
  };
  await move(8);
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0));
  const depth = () => bookAt(`http://${host}/fapi/v1/depth?symbol=BTCUSDT&limit=1000`);
  const snapshot = await depth();
  await move(8);
  const end = await depth();
  await vi.waitFor(() => expect(received.at(-1)?.u).toBe(end.lastUpdateId));
  const events = received.filter(({ u }) => Number(u) >= snapshot.lastUpdateId);
  expect(Number(events[0]?.U)).toBeLessThanOrEqual(snapshot.lastUpdateId + 1);
  // Each event names its predecessor.
  expect(received.slice(1).every(({ pu }, at) => pu === received[at]?.u)).toBe(true);
  expect(levelsAfter(snapshot, events)).toEqual(levelsAfter(end));
  for (const id of ids) accepted(await ana.call("cancel", { orderId: String(id) }));
});

test("FAPI-10 an account's stream has its orders, fills with realized profit, balances and positions, and nobody else's", async () => {
  const bea = await world.trader("bea@example.org", "3000");
  const [key, others] = [await makeApiKey(bea), await makeApiKey(maker)];
  const bot = clientOf(key);
  const { listenKey } = await bot.getFuturesUserDataListenKey();
  const { listenKey: othersKey } = await clientOf(others).getFuturesUserDataListenKey();
  await bot.keepAliveFuturesUserDataListenKey();
  const { received, socket } = await listen(`/fstream/private/ws?listenKey=${listenKey}`);
  const stranger = await listen(`/fstream/ws/${othersKey}`);
  const receivedOf = (name: string, all: Json[] = received) => all.filter(({ e }) => e === name);
  const updates = (id: number) =>
    receivedOf("ORDER_TRADE_UPDATE")
      .map(({ o }) => o as Json)
      .filter(({ i }) => i === id);
  const orderId = await order(bea, "buy", "60010", "0.1");
  await vi.waitFor(() => expect(updates(orderId)).toHaveLength(2));
  expect(updates(orderId).map(({ x, X, l, z }) => [x, X, l, z])).toEqual([
    ["NEW", "NEW", "0", "0.000"],
    ["TRADE", "FILLED", "0.100", "0.100"],
  ]);
  // Nothing of hers rests.
  expect(updates(orderId)[1]).toMatchObject({ b: "0.000000", a: "0.000000" });
  expect(updates(orderId)[1]).toMatchObject({
    L: "60010.0",
    n: "3.000500",
    N: "USDT",
    S: "BUY",
    m: false,
    rp: "0.000000",
  });
  await vi.waitFor(() => expect(receivedOf("ACCOUNT_UPDATE")).toHaveLength(1));
  const account = async () => await bot.getAccountInformation();
  const lastUpdate = receivedOf("ACCOUNT_UPDATE").at(-1)?.a as { B: Json[]; P: Json[]; m: string };
  const now = await account();
  expect(lastUpdate).toMatchObject({
    m: "ORDER",
    B: [{ a: "USDT", wb: now.totalWalletBalance, cw: now.totalCrossWalletBalance, bc: "0.000000" }],
    P: [{ s: "BTCUSDT", pa: "0.100", ep: "60010.0", mt: "isolated", ps: "BOTH" }],
  });
  expect(lastUpdate.P[0]?.iw).toBe(now.positions[0]?.isolatedWallet);
  // The counterparty receives only its own order.
  await vi.waitFor(() => expect(receivedOf("ACCOUNT_UPDATE", stranger.received)).toHaveLength(1));
  expect(receivedOf("ORDER_TRADE_UPDATE", stranger.received).map(({ o }) => (o as Json).S)).toEqual(["SELL"]);
  // It still offers what was not taken.
  const sold = receivedOf("ORDER_TRADE_UPDATE", stranger.received)[0]?.o as Json;
  const offered = (Number(sold.q) - Number(sold.z)) * 60_010;
  expect([sold.b, sold.a]).toEqual(["0.000000", offered.toFixed(6)]);
  // Realized profit is part of the fill.
  accepted(await maker.call("cancelAll", { product: "contract" }));
  const bid = await order(maker, "buy", "60500", "0.1", { reduceOnly: true });
  const closing = await order(bea, "sell", "60500", "0.1", { reduceOnly: true });
  await vi.waitFor(() => expect(updates(closing)).toHaveLength(2));
  expect(updates(closing)[1]).toMatchObject({ x: "TRADE", X: "FILLED", R: true, rp: "49.000000" });
  await vi.waitFor(() => expect(receivedOf("ACCOUNT_UPDATE")).toHaveLength(2));
  expect(receivedOf("ACCOUNT_UPDATE").at(-1)?.a).toMatchObject({
    B: [{ wb: (await account()).totalWalletBalance, cw: (await account()).totalWalletBalance }],
    P: [{ pa: "0.000", ep: "0" }],
  });
  expect(bid).toBeGreaterThan(0);
  // A resting order changes no balance; leverage changes and transfers have their own events.
  const resting = await order(bea, "buy", "59000", "0.01");
  await bot.modifyOrder({ ...BTC, orderId: resting, side: "BUY", quantity: 0.005, price: 58_000 });
  await bot.cancelOrder({ ...BTC, orderId: resting });
  await bot.setLeverage({ ...BTC, leverage: 7 });
  await vi.waitFor(() =>
    expect(receivedOf("ACCOUNT_CONFIG_UPDATE").at(-1)?.ac).toEqual({ s: "BTCUSDT", l: 7 }),
  );
  // FC-243: the values of what rests afterwards.
  expect(updates(resting).map(({ x, b, a }) => [x, b, a])).toEqual([
    ["NEW", "590.000000", "0.000000"],
    ["AMENDMENT", "290.000000", "0.000000"],
    ["CANCELED", "0.000000", "0.000000"],
  ]);
  expect(receivedOf("ACCOUNT_UPDATE")).toHaveLength(2);
  const transfer = { asset: "USDT", amount: "50", from: "contract", to: "main", paymentPassword: "246810" };
  accepted(await bea.call("transfer", transfer));
  await vi.waitFor(() =>
    expect(receivedOf("ACCOUNT_UPDATE").at(-1)?.a).toMatchObject({
      m: "WITHDRAW",
      B: [{ bc: "-50.000000" }],
      P: [],
    }),
  );
  // Removing a key ends its stream before anything else is sent.
  const closed = new Promise((resolve) => socket.once("close", resolve));
  const before = received.length;
  accepted(await bea.call("apiKey", { action: "remove", apiKeyId: key.apiKeyId, password: "kestrel7" }));
  await order(bea, "buy", "59000", "0.01");
  await closed;
  expect(received.slice(before)).toMatchObject([{ e: "listenKeyExpired" }]);
  accepted(await bea.call("cancelAll", { product: "contract" }));
});

test("FAPI-10 a position's break-even price is the same in the stream and in positionRisk, from whenever the stream begins", async () => {
  accepted(await maker.call("cancelAll", { product: "contract" }));
  const cid = await world.trader("cid@example.org", "9000");
  const bot = clientOf(await makeApiKey(cid));
  await order(maker, "sell", "60010", "0.2");
  await order(maker, "buy", "60000", "0.3");
  await order(cid, "buy", "60010", "0.1");
  const { listenKey } = await bot.getFuturesUserDataListenKey();
  const { received } = await listen(`/fstream/ws/${listenKey}`);
  const updates = () => received.filter(({ e }) => e === "ACCOUNT_UPDATE");
  let told = 0;
  for (const [side, price, quantity, left] of [
    ["buy", "60010", "0.05", "0.150"],
    ["sell", "60000", "0.03", "0.120"],
    ["sell", "60000", "0.2", "-0.080"],
    ["sell", "60000", "0.01", "-0.090"],
  ] as const) {
    await order(cid, side, price, quantity);
    told += 1;
    await vi.waitFor(() => expect(updates()).toHaveLength(told));
    const { a: account } = updates().at(-1) ?? {};
    const [position] = await bot.getPositionsV3(BTC);
    expect(position).toMatchObject({ positionAmt: left });
    expect(account).toMatchObject({ P: [{ pa: left, bep: position?.breakEvenPrice }] });
    expect(position?.breakEvenPrice).not.toBe(position?.entryPrice);
  }
  await order(maker, "sell", "60010", "0.1");
  await order(cid, "buy", "60010", "0.09");
  await vi.waitFor(() => expect(updates()).toHaveLength(told + 1));
  expect(updates().at(-1)?.a).toMatchObject({ P: [{ pa: "0.000", bep: "0" }] });
  accepted(await maker.call("cancelAll", { product: "contract" }));
});

test("FAPI-10 a stop that closes a position is pushed as filled when the position is closed", async () => {
  const dan = await world.trader("dan@example.org", "3000");
  const bot = clientOf(await makeApiKey(dan));
  await order(maker, "sell", "60010", "0.1");
  await order(dan, "buy", "60010", "0.1");
  const { listenKey } = await bot.getFuturesUserDataListenKey();
  const { received } = await listen(`/fstream/ws/${listenKey}`);
  const { clientAlgoId } = await bot.submitNewAlgoOrder({
    ...BTC,
    algoType: "CONDITIONAL",
    side: "SELL",
    type: "STOP_MARKET",
    triggerPrice: "59000",
    closePosition: "true",
    workingType: "CONTRACT_PRICE",
  });
  await order(maker, "buy", "58900", "0.2");
  await order(ana, "sell", "58900", "0.05");
  const updates = () =>
    received.map(({ o }) => o as Json | undefined).filter((each) => each?.c === clientAlgoId);
  await vi.waitFor(() => expect(updates().at(-1)?.X).toBe("FILLED"));
  expect(updates().map((each) => [each?.x, each?.X, each?.z])).toEqual([
    ["NEW", "NEW", "0.000"],
    ["TRADE", "FILLED", "0.100"],
  ]);
  expect(updates().at(-1)).toMatchObject({ cp: true, q: "0", ot: "STOP_MARKET", rp: "-111.000000" });
});

test("FAPI-11 spot and contracts have separate streams and listen keys, distinguished by the address", async () => {
  const taken = [
    "/fstream/ws",
    "/fstream/ws/",
    "/fstream/stream",
    "/fstream/market/stream",
    "/fstream/private/ws/x",
  ];
  expect(taken.map(isStreamPath)).toEqual(taken.map(() => true));
  expect(["/fstream", "/fstream/other/ws", "/fstreams/ws"].map(isStreamPath)).toEqual([false, false, false]);
  const spot = await listen("/ws/btcusdt@aggTrade");
  const contract = await listen("/fstream/ws/btcusdt@aggTrade");
  await order(maker, "sell", "60020", "0.003");
  await order(ana, "buy", "60020", "0.003");
  await vi.waitFor(() =>
    expect(contract.received).toMatchObject([{ e: "aggTrade", p: "60020.0", q: "0.003" }]),
  );
  expect(spot.received).toEqual([]);
  // Only `/fstream` has mark prices, and a contract's listen key is only valid there.
  const key = await makeApiKey(ana);
  const { listenKey } = await clientOf(key).getFuturesUserDataListenKey();
  const names = ["btcusdt@markPrice", listenKey];
  for (const name of names) {
    spot.socket.send(JSON.stringify({ method: "SUBSCRIBE", params: [name], id: name }));
    contract.socket.send(JSON.stringify({ method: "SUBSCRIBE", params: [name], id: name }));
  }
  const answers = (received: Json[]) => names.map((name) => received.find(({ id }) => id === name));
  await vi.waitFor(() => {
    expect(answers(spot.received)).toMatchObject([{ error: { code: 2 } }, { error: { code: 2 } }]);
    expect(answers(contract.received)).toMatchObject([{ result: null }, { result: null }]);
  });
  const spotKey = await fetch(`http://${host}/api/v3/userDataStream`, {
    method: "POST",
    headers: { "x-mbx-apikey": key.apiKey },
  });
  expect(((await spotKey.json()) as Json).listenKey).not.toBe(listenKey);
  // Closing one does not close the other.
  await clientOf(key).closeFuturesUserDataListenKey();
  expect(
    await clientOf(key)
      .keepAliveFuturesUserDataListenKey()
      .catch((error: { code: number }) => error.code),
  ).toBe(-1125);
});

test("FAPI-12 a liquidation is pushed trade by trade and in the account's income: all of it adds up to the balance", async () => {
  for (const client of [ana, maker]) accepted(await client.call("cancelAll", { product: "contract" }));
  const carol = await world.trader("carol@example.org", "1500");
  const bot = clientOf(await makeApiKey(carol));
  const { listenKey } = await bot.getFuturesUserDataListenKey();
  await world.observe(60_000);
  await order(maker, "sell", "60000", "0.5");
  await order(carol, "buy", "60000", "0.5", { leverage: 30 });
  const [position] = await bot.getPositionsV3(BTC);
  expect(Number(position?.liquidationPrice)).toBeCloseTo(58_232.9, 0);
  const { received } = await listen(`/fstream/ws/${listenKey}`);
  await order(maker, "buy", "58150", "0.5");
  await world.observe(58_200);
  await vi.waitFor(() => expect(received.some(({ e }) => e === "ACCOUNT_UPDATE")).toBe(true));
  const trade = received.map(({ o }) => o as Json | undefined).find((each) => each?.x === "CALCULATED");
  // 1,850 per coin was lost, and the fee takes the rest of the margin of 1,000.
  expect(trade).toMatchObject({
    S: "SELL",
    X: "FILLED",
    l: "0.500",
    L: "58150.0",
    rp: "-925.000000",
    n: "75.000000",
  });
  // The order of the liquidation has an id of its own, everywhere.
  const origClientOrderId = `autoclose-${String(trade?.i)}`;
  const named = { orderId: trade?.i, clientOrderId: origClientOrderId };
  expect(trade).toMatchObject({ c: origClientOrderId, o: "LIMIT", f: "IOC" });
  await vi.waitFor(async () =>
    expect(await bot.getForceOrders({ ...BTC, startTime: 1_767_225_600_000 })).toMatchObject([named]),
  );
  expect(await bot.getOrder({ ...BTC, origClientOrderId })).toMatchObject(named);
  expect((await bot.getAllOrders(BTC)).at(-1)).toMatchObject({ ...named, status: "FILLED" });
  const minSeq = world.exchange.engine.durableSeq;
  const { list } = accepted(await carol.call("contractRecord", { view: "liquidations", minSeq }));
  expect(list).toMatchObject([{ method: "book", quantity: "0.500", fee: trade?.n }]);
  const lastUpdate = received.findLast(({ e }) => e === "ACCOUNT_UPDATE")?.a as { B: Json[]; P: Json[] };
  const [balance] = await bot.getBalanceV3();
  expect(lastUpdate.B[0]?.wb).toBe(balance?.balance);
  expect(lastUpdate.P[0]).toMatchObject({ pa: "0.000" });
  // 1,500 less the fee of 15 for buying, the loss and the liquidation fee.
  expect(balance?.balance).toBe("485.000000");
  const incomes = await bot.getIncomeHistory({ limit: 1000 });
  const ofLiquidation = incomes.filter(({ incomeType }) => incomeType === "INSURANCE_CLEAR");
  expect(ofLiquidation.map(({ symbol }) => symbol)).toEqual(ofLiquidation.map(() => "BTCUSDT"));
  const sum = incomes.reduce((total, { income }) => total + Math.round(Number(income) * 1e6), 0);
  expect(sum).toBe(Math.round(Number(balance?.balance) * 1e6));
});
