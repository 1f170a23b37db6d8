import { NEWEST_RULES } from "@candor/domain/rules";
import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { ApiProgram } from "../../support/wire/api-program.ts";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import {
  endAfterwards,
  type Json,
  type Listener,
  listenAt,
  type ServedStreams,
  streamsOf,
} from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Ids of trades: three markets trade in turn, before and after the rules that number trades by market. */
let world: ContractWorld;
let streams: ServedStreams;
let url: string;
let ana: WireClient;
let maker: WireClient;
let key: ApiKey;
const open: WebSocket[] = [];
/** Trades of a round: one in Bitcoin, one in Ether, five in the contract. */
const ROUNDS = 3;
const FORMER = 7;

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  world = await ContractWorld.start({ nowMs: Date.now }, { listenKeys });
  const { exchange } = world;
  exchange.time.ms = Date.now();
  streams = await streamsOf(exchange, listenKeys);
  url = await listenFor(exchange);
  ana = await exchange.trader("ana@example.org", { USDT: "9000" });
  maker = await exchange.trader("maker@example.org", { USDT: "5000", BTC: "0.1", ETH: "1" });
  for (const client of [ana, maker])
    accepted(
      await client.call("transfer", {
        asset: "USDT",
        amount: "4000",
        from: "coin",
        to: "contract",
        paymentPassword: "246810",
      }),
    );
  await world.observe(60_000);
  await exchange.observePrices();
  key = await makeApiKey(ana);
  await round();
  await exchange.engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
}, 180_000);
endAfterwards(open, () => ({ exchange: world.exchange, streams }));

async function round(): Promise<void> {
  await spot("BTCUSDT", "60000", "0.001");
  const fields = { symbol: "BTCUSDT", type: "limit", leverage: 20 } as const;
  for (const price of ["60000", "60000", "60000", "60010", "60010"])
    accepted(await maker.call("contractOrder", { ...fields, side: "sell", price, quantity: "0.001" }));
  accepted(await ana.call("contractOrder", { ...fields, side: "buy", price: "60010", quantity: "0.005" }));
  await spot("ETHUSDT", "3000", "0.01");
}

async function spot(symbol: string, price: string, quantity: string): Promise<void> {
  const order = { symbol, type: "limit", price, quantity } as const;
  accepted(await maker.call("doOrder", { ...order, side: "sell" }));
  accepted(await ana.call("doOrder", { ...order, side: "buy" }));
}

async function get(path: string, fields: Record<string, string | number>): Promise<Json[]> {
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return (await (await fetch(`${url}${path}?${query.toString()}`)).json()) as Json[];
}

const mine = async (path: string, fields: Record<string, string | number>): Promise<Json[]> =>
  (await askSigned(key, "GET", `${url}${path}`, fields)).body as Json[];

const idsOf = (rows: readonly Json[], name = "id"): readonly number[] => rows.map((row) => Number(row[name]));
const listen = (path: string): Promise<Listener> => listenAt(`${url.replace("http", "ws")}${path}`, open);

async function userStream(path: string, at: string): Promise<Listener> {
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "x-mbx-apikey": key.apiKey },
  });
  return await listen(`${at}${String(((await response.json()) as Json).listenKey)}`);
}

/** The ids that each market has after the rounds: one before the rules, then from the first above all former ones. */
const MARKETS = [
  { symbol: "BTCUSDT", path: "/api/v3", own: "/api/v3/myTrades", former: [1], perRound: 1 },
  { symbol: "ETHUSDT", path: "/api/v3", own: "/api/v3/myTrades", former: [7], perRound: 1 },
  {
    symbol: "BTCUSDT",
    path: "/fapi/v1",
    own: "/fapi/v1/userTrades",
    former: [2, 3, 4, 5, 6],
    perRound: 5,
  },
] as const;

test("BIN-99 ids of trades count per market without gaps, in streams, calls, bars and tickers alike", async () => {
  const heard = await listen("/ws/btcusdt@trade/btcusdt@aggTrade/ethusdt@trade");
  const contract = await listen("/fstream/ws/btcusdt@aggTrade");
  const spotUser = await userStream("/api/v3/userDataStream", "/ws/");
  const contractUser = await userStream("/fapi/v1/listenKey", "/fstream/ws/");
  for (let n = 0; n < ROUNDS; n += 1) await round();

  for (const { symbol, path, own, former, perRound } of MARKETS) {
    const ids = [...former, ...Array.from({ length: ROUNDS * perRound }, (_, at) => FORMER + 1 + at)];
    const name = `${path} ${symbol}`;
    expect(idsOf(await get(`${path}/historicalTrades`, { symbol, fromId: 0 })), name).toEqual(ids);
    expect(idsOf(await get(`${path}/trades`, { symbol })), name).toEqual(ids);
    expect(idsOf(await mine(own, { symbol })), name).toEqual(ids);
    const from = ids[2] ?? 0;
    expect(idsOf(await get(`${path}/historicalTrades`, { symbol, fromId: from, limit: 2 }))).toEqual(
      ids.slice(2, 4),
    );
    expect(idsOf(await mine(own, { symbol, fromId: from, limit: 2 })), name).toEqual(ids.slice(2, 4));
    expect(await mine(own, { symbol, fromId: (ids.at(-1) ?? 0) + 1 })).toEqual([]);
    const range = { firstId: ids[0], lastId: ids.at(-1), count: ids.length };
    expect(await get(`${path}/ticker/24hr`, { symbol }), name).toMatchObject(range);
  }

  const count = FORMER + ROUNDS;
  await vi.waitFor(() => expect(heard.received).toHaveLength(3 * ROUNDS));
  const streamed = (event: string, symbol: string, field: string) =>
    idsOf(
      heard.received.filter(({ e, s }) => e === event && s === symbol),
      field,
    );
  const added = [FORMER + 1, FORMER + 2, count];
  expect(streamed("trade", "BTCUSDT", "t")).toEqual(added);
  expect(streamed("trade", "ETHUSDT", "t")).toEqual(added);
  for (const field of ["a", "f", "l"]) expect(streamed("aggTrade", "BTCUSDT", field)).toEqual(added);
  await vi.waitFor(() => {
    const reports = spotUser.received.filter(({ x, s }) => x === "TRADE" && s === "BTCUSDT");
    expect(idsOf(reports, "t")).toEqual(added);
    const lite = contractUser.received.filter(({ e }) => e === "TRADE_LITE");
    expect(idsOf(lite, "t")).toEqual(Array.from({ length: 5 * ROUNDS }, (_, at) => FORMER + 1 + at));
    const updates = contractUser.received
      .filter(({ e }) => e === "ORDER_TRADE_UPDATE")
      .map(({ o }) => o as Json)
      .filter(({ x }) => x === "TRADE");
    expect(idsOf(updates, "t")).toEqual(idsOf(lite, "t"));
  });
  await vi.waitFor(() => expect(contract.received).toHaveLength(2 * ROUNDS));
  const rows = await get("/fapi/v1/aggTrades", { symbol: "BTCUSDT", fromId: FORMER + 1 });
  for (const field of ["a", "f", "l", "q", "p"])
    expect(contract.received.map((event) => event[field])).toEqual(rows.map((row) => row[field]));
});

test("BIN-99 the WebSocket API and the reply to an order have the same ids", async () => {
  const program = await ApiProgram.connect(`${url.replace("http", "ws")}/ws-api/v3`, open, key);
  const before = await get("/api/v3/trades", { symbol: "ETHUSDT" });
  const last = Number(before.at(-1)?.id);
  const asked = await program.ask("trades.historical", { symbol: "ETHUSDT", fromId: last });
  expect(asked).toMatchObject({ result: [{ id: last }] });
  const order = { symbol: "ETHUSDT", type: "limit", price: "3000", quantity: "0.02" } as const;
  accepted(await maker.call("doOrder", { ...order, side: "sell" }));
  const reply = await program.signed("order.place", {
    symbol: "ETHUSDT",
    side: "BUY",
    type: "LIMIT",
    timeInForce: "GTC",
    price: "3000",
    quantity: "0.02",
    newOrderRespType: "FULL",
  });
  expect(reply).toMatchObject({ result: { fills: [{ tradeId: last + 1 }] } });
  expect(idsOf(await mine("/api/v3/myTrades", { symbol: "ETHUSDT", limit: 1 }))).toEqual([last + 1]);
  const bars = await listen("/ws/ethusdt@kline_1d/ethusdt@kline_1M");
  await vi.waitFor(() => expect(bars.received.length).toBeGreaterThan(1));
  for (const { k } of bars.received) expect(k).toMatchObject({ L: last + 1 });
});

test("BIN-99 aggregates count per market without gaps, and pages hold whole ones", async () => {
  const symbol = "BTCUSDT";
  const rows = await get("/fapi/v1/aggTrades", { symbol });
  // Three fills at one price and two at another make two aggregates. Before the rules, each had its first trade's id.
  expect(idsOf(rows, "a").slice(0, 4)).toEqual([2, 5, FORMER + 1, FORMER + 2]);
  const counted = rows.slice(2);
  expect(idsOf(counted, "a")).toEqual(counted.map((_, at) => FORMER + 1 + at));
  expect(counted.slice(0, 2)).toMatchObject([
    { f: FORMER + 1, l: FORMER + 3, q: "0.003" },
    { f: FORMER + 4, l: FORMER + 5, q: "0.002" },
  ]);
  const paged: Json[] = [];
  for (let fromId = 0; paged.length < rows.length; ) {
    const page = await get("/fapi/v1/aggTrades", { symbol, fromId, limit: 1 });
    expect(page).toHaveLength(1);
    paged.push(...page);
    fromId = Number(page[0]?.a) + 1;
  }
  expect(paged).toEqual(rows);
  expect(await get("/fapi/v1/aggTrades", { symbol, limit: 1 })).toEqual(rows.slice(-1));
  expect(await get("/fapi/v1/aggTrades", { symbol, fromId: Number(rows.at(-1)?.a) + 1 })).toEqual([]);
});

test("BIN-99 an aggregate larger than a page is read whole, and income names its trades", async () => {
  const fields = { symbol: "BTCUSDT", type: "limit", leverage: 20, price: "59990" } as const;
  for (let at = 0; at < 9; at += 1)
    accepted(await maker.call("contractOrder", { ...fields, side: "buy", quantity: "0.001" }));
  accepted(await ana.call("contractOrder", { ...fields, side: "sell", quantity: "0.009" }));
  const symbol = "BTCUSDT";
  const [last] = await get("/fapi/v1/aggTrades", { symbol, limit: 1 });
  expect(last).toMatchObject({ q: "0.009", l: Number(last?.f) + 8 });
  expect(await get("/fapi/v1/aggTrades", { symbol, fromId: Number(last?.a), limit: 1 })).toEqual([last]);
  const paid = await mine("/fapi/v1/income", { symbol, incomeType: "COMMISSION", limit: 9 });
  expect(paid.map(({ tradeId }) => Number(tradeId))).toEqual(
    Array.from({ length: 9 }, (_, at) => Number(last?.f) + at),
  );
});
