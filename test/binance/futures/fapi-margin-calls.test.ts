import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { USDMClient } from "binance";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import { listenAt, type ServedStreams, streamsOf } from "../../support/wire/streams.ts";
import type { WireClient } from "../../support/wire-client.ts";

let world: ContractWorld;
let host: string;
let streams: ServedStreams;
let maker: WireClient;
const open: WebSocket[] = [];
const BTC = { symbol: "BTCUSDT" } as const;

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  world = await ContractWorld.start({ nowMs: Date.now }, { listenKeys });
  streams = await streamsOf(world.exchange, listenKeys);
  host = new URL(await listenFor(world.exchange)).host;
  maker = await world.trader("maker@example.org", "9000");
  await world.observe(60_000);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(async () => {
  await streams.close();
  await world.exchange.close();
});

async function buy(client: WireClient, quantity: string): Promise<void> {
  const order = { ...BTC, type: "limit", price: "60000", quantity };
  accepted(await maker.call("contractOrder", { ...order, side: "sell" }));
  accepted(await client.call("contractOrder", { ...order, side: "buy" }));
}

/** The median of index, basis and last trade equals the index once the maker's quotes and trades are gone. */
async function markAt(price: number): Promise<void> {
  await world.observe(price);
  await world.observe(price);
}

/** Opens a stream of a user and returns its margin calls. */
async function callsOf(client: WireClient) {
  const { apiKey, secret } = await makeApiKey(client);
  const baseUrl = `http://${host}`;
  const bot = new USDMClient({ api_key: apiKey, api_secret: secret, baseUrl, disableTimeSync: true });
  const { listenKey } = await bot.getFuturesUserDataListenKey();
  const { received } = await listenAt(`ws://${host}/fstream/ws/${listenKey}`, open);
  return () => received.filter(({ e }) => e === "MARGIN_CALL");
}

const CALL = {
  e: "MARGIN_CALL",
  E: expect.any(Number) as number,
  p: [
    {
      s: "BTCUSDT",
      ps: "BOTH",
      pa: "0.500",
      mt: "ISOLATED",
      iw: "600.000000",
      mp: "59090.0",
      up: "-455.000000",
      mm: "118.180000",
    },
  ],
};

test("FAPI-50 an isolated position gets one call at 80 %, with its figures", async () => {
  const long = await world.trader("isolated@example.org", "2000");
  accepted(await long.call("contractLeverage", { ...BTC, leverage: 50 }));
  const calls = await callsOf(long);
  await buy(long, "0.5");
  // Cost 30,000, margin 600: 80 % is reached at a value of 29,547.7, a mark price of 59,095.5.
  await markAt(59_200);
  await markAt(59_090);
  await vi.waitFor(() => expect(calls()).toEqual([CALL]));
  await markAt(59_091);
  await markAt(59_090);
  // The same stream has what comes later.
  await markAt(60_000);
  await markAt(59_090);
  await vi.waitFor(() => expect(calls()).toEqual([CALL, CALL]));
});

test("FAPI-50 a stream that opens with such a position begins with its call", async () => {
  const long = await world.trader("later@example.org", "2000");
  await markAt(60_000);
  accepted(await long.call("contractLeverage", { ...BTC, leverage: 50 }));
  await buy(long, "0.5");
  await markAt(59_090);
  const calls = await callsOf(long);
  await vi.waitFor(async () => {
    await markAt(59_090);
    expect(calls()).toEqual([CALL]);
  });
});

test("FAPI-50 cross positions are called together with the wallet that carries them, in hedge mode by side", async () => {
  const trader = await world.trader("cross@example.org", "1000");
  await markAt(60_000);
  accepted(await trader.call("contractMode", { positionMode: "hedge" }));
  accepted(await trader.call("contractLeverage", { ...BTC, leverage: 50, marginMode: "cross" }));
  const calls = await callsOf(trader);
  await buy(trader, "0.5");
  await markAt(58_400);
  await markAt(58_310);
  await vi.waitFor(() => expect(calls()).toHaveLength(1));
  // The wallet has 985 after the fee of 15 or 6, and the position is worth 29,155.
  const [{ cw, p } = {}] = calls();
  expect(p).toEqual([
    {
      s: "BTCUSDT",
      ps: "LONG",
      pa: "0.500",
      mt: "CROSSED",
      iw: "0.000000",
      mp: "58310.0",
      up: "-845.000000",
      mm: "116.620000",
    },
  ]);
  expect(Number(cw)).toBe(985);
});
