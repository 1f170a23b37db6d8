import { afterAll, beforeAll, expect, test } from "vitest";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let world: ContractWorld;
let ana: WireClient;
let maker: WireClient;

beforeAll(async () => {
  world = await ContractWorld.start();
  ana = await world.trader("ana@example.org", "4000");
  maker = await world.trader("maker@example.org", "9000");
  await world.observe(60_000);
});
afterAll(async () => {
  await world.exchange.close();
});

const BTC = { symbol: "BTCUSDT" } as const;
const order = async (client: WireClient, side: "buy" | "sell", quantity: string, fields: object = {}) =>
  accepted(await client.call("contractOrder", { ...BTC, side, type: "market", quantity, ...fields }));
const quote = (side: "buy" | "sell", price: string, quantity: string) =>
  order(maker, side, quantity, { type: "limit", price });
const recordOf = async (view = "positions", minSeq?: number) =>
  accepted(await ana.call("contractRecord", { view, minSeq }));

test("HEDGE-30 the mode is chosen once for all contracts, and shown with the account", async () => {
  expect((await recordOf()).positionMode).toBe("one-way");
  const hedged = accepted(await ana.call("contractMode", { positionMode: "hedge", requestId: "mode-1" }));
  expect(hedged.positionMode).toBe("hedge");
  const again = accepted(await ana.call("contractMode", { positionMode: "hedge", requestId: "mode-1" }));
  expect(again).toEqual({ ...hedged, replayed: true });
  expect((await recordOf()).positionMode).toBe("hedge");
});

test("HEDGE-30 both positions are opened, protected, backed by margin and closed by their side", async () => {
  for (const client of [ana, maker])
    accepted(await client.call("contractLeverage", { ...BTC, leverage: 20, marginMode: "isolated" }));
  await quote("sell", "60000", "0.5");
  const long = await order(ana, "buy", "0.5");
  expect(long.order).toMatchObject({ positionSide: "long", reduceOnly: false });
  expect(long.position).toMatchObject({ side: "long", quantity: "0.500", margin: "1500.000000" });
  await quote("buy", "60000", "0.2");
  expect(long.fills).toMatchObject([{ side: "buy", positionSide: "long" }]);
  const short = await order(ana, "sell", "0.2");
  expect(short.order).toMatchObject({ positionSide: "short" });
  expect(short.position).toMatchObject({ side: "short", quantity: "0.200", margin: "600.000000" });
  const unnamed = await ana.call("zhiSun", { ...BTC, stopLossPrice: "59000" });
  expect([unnamed.code, unnamed.data.fields]).toEqual([100, [{ path: "positionSide", reason: "missing" }]]);
  const set = { ...BTC, positionSide: "long", stopLossPrice: "59000" };
  expect(accepted(await ana.call("zhiSun", set)).position).toMatchObject({
    side: "long",
    stopLossPrice: "59000.0",
  });
  const margin = { ...BTC, positionSide: "short", direction: "add", amount: "100" };
  expect(accepted(await ana.call("contractMargin", margin)).position).toMatchObject({
    side: "short",
    margin: "700.000000",
  });
  const others = await maker.call("pingCang", { ...BTC, positionSide: "long" });
  expect([others.code, others.data.fields]).toEqual([100, [{ path: "positionSide", reason: "conflict" }]]);
  await quote("sell", "59900", "0.2");
  const closed = await order(ana, "buy", "0.2", { reduceOnly: true });
  expect(closed.order).toMatchObject({ positionSide: "short", reduceOnly: true, status: "filled" });
  expect(closed.position).toBeNull();
  expect((await recordOf()).list).toMatchObject([{ side: "long", stopLossPrice: "59000.0" }]);
  expect((await recordOf("history", closed.asOfSeq)).list).toMatchObject([
    { positionSide: "short", side: "buy" },
    { positionSide: "short", side: "sell" },
    { positionSide: "long", side: "buy" },
  ]);
  expect((await recordOf("trades")).list).toMatchObject([
    { positionSide: "short", side: "buy" },
    { positionSide: "short", side: "sell" },
    { positionSide: "long", side: "buy" },
  ]);
  // 4,000 + 20 of profit − 15 − 6 − 5.99 of fees.
  expect((await recordOf()).account.equity).toBe("3993.010000");
});
