import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@candor/domain/commands/commands";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { ASSETS, BTCUSDT, MARKETS } from "../support/socket/scripted-engine.ts";
import { LEVERAGE, SocketWorld } from "../support/socket/socket-world.ts";
import { BTC_CONTRACT } from "../support/wire/contract-world.ts";

const LONG = 10_001;
const SHORT = 10_002;
const INDEX_E8 = 6_000_000_000_000 as PriceE8;

let root = "";
let engine: LocalEngine;
beforeEach(() => {
  root = mkdtempSync(join(MEMORY_DISK, "candor-socket-"));
  engine = new LocalEngine({ home: exchangeHome(root), factory: machineFactory, segmentBytes: 1 << 20 });
});
afterEach(async () => {
  await engine.close();
  rmSync(root, { recursive: true, force: true });
});

const funds = (userId: number): Command[] => {
  const amountUnits = 10_000_000_000 as Units;
  return [
    { kind: "open-account", userId, role: "trader" },
    { kind: "deposit", userId, assetId: 0, amountUnits, origin: "faucet", key: "" },
    { kind: "transfer", userId, assetId: 0, from: "main", to: "contract", amountUnits, key: "" },
  ];
};
const order = (userId: number, side: "buy" | "sell", ticks: number, lots: number): Command => ({
  kind: "place-contract-order",
  userId,
  marketId: MARKETS.length,
  side,
  type: "limit",
  timeInForce: "gtc",
  selfTrade: "expire-taker",
  quantityLots: lots as Lots,
  priceTicks: ticks as Ticks,
  stopTicks: 0 as Ticks,
  trailingPpm: 0 as Ppm,
  triggerBy: "mark",
  reduceOnly: false,
  leverage: 0,
  takeProfitTicks: 0 as Ticks,
  stopLossTicks: 0 as Ticks,
  key: "",
});

test("PERP-24 positions, fills with realized profit, also of a liquidation, and the mark are pushed as they change", async () => {
  const observe: Command = {
    kind: "observe-price",
    marketId: BTCUSDT,
    sourceId: 0,
    priceE8: INDEX_E8,
    observedAtMs: Date.now(),
  };
  const founding: Command[] = [
    ...ASSETS.map((asset): Command => ({ kind: "list-asset", asset })),
    ...MARKETS.map((market): Command => ({ kind: "list-market", market, minSources: 1 })),
    { kind: "list-contract", contract: BTC_CONTRACT, minSources: 1 },
    ...funds(LONG),
    ...funds(SHORT),
    observe,
  ];
  for (const command of founding) {
    const { executed } = await engine.execute(command);
    expect([command.kind, executed.error]).toEqual([command.kind, undefined]);
  }
  const world = await new SocketWorld(engine).start();
  let indexE8 = INDEX_E8;
  /** Orders need a price that is not old, however slow the machine is. */
  const place = async (...[userId, side, ticks, lots]: Parameters<typeof order>) => {
    await engine.execute({ ...observe, priceE8: indexE8, observedAtMs: Date.now() });
    const { executed } = await engine.execute(order(userId, side, ticks, lots));
    expect(executed.error).toBeUndefined();
  };
  try {
    world.sessions.open("token-long", LONG);
    const client = await world.bound({ uid: LONG, token: "token-long", bare: true });
    client.send("subscribe", { channels: ["mark.btcusdt", "depth.contract.BTCUSDT", "depth.spot.BTCUSDT"] });
    const mark = await client.first("mark");
    expect(mark).toMatchObject({
      channel: "mark.BTCUSDT",
      symbol: "BTCUSDT",
      markPrice: "60000.0",
      indexPrice: "60000.0",
      openInterest: "0.000",
    });
    await place(SHORT, "sell", 600_000, 100);
    await place(LONG, "buy", 600_000, 100);
    const position = await client.first("position");
    expect(position).toMatchObject({
      symbol: "BTCUSDT",
      cause: "trade",
      position: { side: "long", quantity: "0.100", averagePrice: "60000.0", leverage: 20 },
    });
    await place(SHORT, "buy", 601_000, 100);
    await place(LONG, "sell", 601_000, 100);
    await expect.poll(() => client.of("position").at(-1)?.position).toBeNull();
    expect(
      client.of("trade").map(({ trade }) => (trade as { realizedProfit: string }).realizedProfit),
    ).toEqual(["0.000000", "10.000000"]);
    await place(SHORT, "sell", 600_000, 100);
    await place(LONG, "buy", 600_000, 100);
    await place(SHORT, "buy", 572_000, 100);
    indexE8 = 5_710_000_000_000 as PriceE8;
    await engine.execute({ ...observe, priceE8: indexE8, observedAtMs: Date.now() });
    await expect.poll(() => client.of("trade").length).toBe(4);
    // The margin of 300 covers the loss of 280: 20 remain for the liquidation fee of 28.6.
    expect(client.of("trade").at(-1)?.trade).toMatchObject({
      realizedProfit: "-280.000000",
      fee: "20.000000",
    });
    expect(client.of("order").at(-1)?.order).toMatchObject({
      status: "filled",
      fee: "20.000000",
      leverage: LEVERAGE,
    });
    // In hedge mode a change names its position.
    await engine.execute({ kind: "set-position-mode", userId: LONG, dual: true, key: "" });
    await place(SHORT, "buy", 571_000, 10);
    await place(LONG, "sell", 571_000, 10);
    await expect
      .poll(() => client.of("position").at(-1))
      .toMatchObject({ positionSide: "short", position: { side: "short", quantity: "0.010" } });
    await expect.poll(() => client.of("depth").some(({ market }) => market === "contract")).toBe(true);
    expect(world.failures).toEqual([]);
  } finally {
    await world.stop();
  }
});
