import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../../support/wire/binance-bot.ts";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { type Json, type ServedStreams, streamsOf } from "../../support/wire/streams.ts";

/** Auto-deleveraging, as the program of the user sees it whose position was closed. */
let world: ContractWorld;
let streams: ServedStreams;
let url: string;
const BTC = { symbol: "BTCUSDT" } as const;

beforeAll(async () => {
  const listenKeys = new ListenKeys(Date.now);
  world = await ContractWorld.start({ nowMs: Date.now }, { listenKeys });
  streams = await streamsOf(world.exchange, listenKeys);
  world.exchange.time.ms = Date.now();
  url = await listenFor(world.exchange);
});
afterAll(async () => {
  await streams.close();
  await world.exchange.close();
});

const keyOf = async (name: string, usdt: string) =>
  await makeApiKey(await world.trader(`${name}@example.org`, usdt));
const ask = async (key: ApiKey, method: "GET" | "POST", path: string, fields: object = {}) => {
  const reply = await askSigned({ ...key }, method, `${url}/fapi${path}`, { ...fields });
  return reply.body as Json[];
};
const limit = (side: string, price: number, quantity: string) => ({
  ...BTC,
  side,
  type: "LIMIT",
  timeInForce: "GTC",
  price: String(price),
  quantity,
});

test("FAPI-24 a deleveraged position is listed for its user with its side and price, in both position modes", async () => {
  const winner = await keyOf("winner", "9000");
  const hedged = await keyOf("hedged", "9000");
  await ask(hedged, "POST", "/v1/positionSide/dual", { dualSidePosition: "true" });
  const loser = await keyOf("loser", "315");
  await world.observe(60_000);
  await ask(loser, "POST", "/v1/leverage", { ...BTC, leverage: 100 });
  await ask(loser, "POST", "/v1/order", limit("SELL", 60_000, "0.5"));
  const buy = { ...BTC, side: "BUY", type: "MARKET" };
  await ask(winner, "POST", "/v1/order", { ...buy, quantity: "0.3" });
  await ask(hedged, "POST", "/v1/order", { ...buy, quantity: "0.2", positionSide: "LONG" });
  // The short is bankrupt at 60,600. Nobody sells, so the two long positions take it over.
  await world.observe(63_000);
  const forced = async (key: ApiKey, fields: object = {}) =>
    await ask(key, "GET", "/v1/forceOrders", { ...BTC, ...fields });
  const closed = {
    symbol: "BTCUSDT",
    clientOrderId: "adl_autoclose",
    status: "FILLED",
    type: "LIMIT",
    timeInForce: "GTC",
    side: "SELL",
  };
  await vi.waitFor(async () => {
    const rows = await forced(winner);
    expect(rows).toMatchObject([
      { ...closed, origQty: "0.300", executedQty: "0.300", avgPrice: "60600.0", positionSide: "BOTH" },
    ]);
  });
  expect(await forced(hedged)).toMatchObject([{ ...closed, executedQty: "0.200", positionSide: "LONG" }]);
  expect(await forced(winner, { autoCloseType: "ADL" })).toEqual(await forced(winner));
  expect(await forced(winner, { autoCloseType: "LIQUIDATION" })).toEqual([]);
  const [row] = await forced(winner);
  const endTime = Number(row?.time);
  expect(await forced(winner, { startTime: endTime - 1_000, endTime: endTime - 1 })).toEqual([]);
  // The liquidated side has the same steps as liquidations, and no deleveraged position.
  const lost = await forced(loser);
  expect(lost.map(({ executedQty, side }) => `${String(side)} ${String(executedQty)}`).sort()).toEqual([
    "BUY 0.200",
    "BUY 0.300",
  ]);
  expect(lost.every(({ clientOrderId }) => String(clientOrderId).startsWith("autoclose-"))).toBe(true);
  expect(await forced(loser, { autoCloseType: "ADL" })).toEqual([]);
  expect(await ask(winner, "GET", "/v3/positionRisk", BTC)).toEqual([]);
});
