import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@candor/domain/commands/commands";
import type { Ppm, PriceE8, Units } from "@candor/money/brand";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { expect, onTestFinished, test } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { TERMS } from "../support/scenario/option-world.ts";
import { ASSETS, BTCUSDT, MARKETS } from "../support/socket/scripted-engine.ts";
import { SocketWorld } from "../support/socket/socket-world.ts";

const ANA = 10_001;

/** An exchange with one user, a pool and timed options; the test sets its clock. */
async function exchange() {
  const root = mkdtempSync(join(MEMORY_DISK, "candor-socket-"));
  const time = { ms: 1_767_225_600_000 };
  const home = exchangeHome(root);
  const engine = new LocalEngine({
    home,
    factory: machineFactory,
    segmentBytes: 1 << 20,
    clock: () => time.ms,
  });
  onTestFinished(async () => {
    await engine.close();
    rmSync(root, { recursive: true, force: true });
  });
  const run = async (command: Command): Promise<void> => {
    const { executed } = await engine.execute(command);
    expect([command.kind, executed.error]).toEqual([command.kind, undefined]);
  };
  const amountUnits = 100_000_000 as Units;
  for (const asset of ASSETS) await run({ kind: "list-asset", asset });
  for (const market of MARKETS) await run({ kind: "list-market", market, minSources: 1 });
  await run({ kind: "endow-pool", pool: "option-pool", assetId: 0, totalUnits: amountUnits });
  await run({ kind: "set-option-terms", terms: TERMS });
  await run({ kind: "open-account", userId: ANA, role: "trader" });
  await run({ kind: "deposit", userId: ANA, assetId: 0, amountUnits, origin: "faucet", key: "" });
  const move = { kind: "transfer", userId: ANA, assetId: 0, from: "main", to: "option", key: "" } as const;
  await run({ ...move, amountUnits });
  const tick = (afterMs: number, price: number): Promise<void> => {
    time.ms += afterMs;
    const priceE8 = (price * 1e8) as PriceE8;
    const observedAtMs = time.ms;
    return run({ kind: "observe-price", marketId: BTCUSDT, sourceId: 0, priceE8, observedAtMs });
  };
  return { engine, run, tick };
}

test("OPT-23 each step of a timed option is pushed to its user, before the balance that it changed", async () => {
  const { engine, run, tick } = await exchange();
  await tick(0, 60_000);
  const world = await new SocketWorld(engine).start();
  try {
    world.sessions.open("token-ana", ANA);
    const client = await world.bound({ uid: ANA, token: "token-ana", bare: true });
    await run({
      kind: "place-option",
      userId: ANA,
      marketId: BTCUSDT,
      direction: "up",
      stakeUnits: 20_000_000 as Units,
      durationSeconds: 60,
      minPayoutPpm: 0 as Ppm,
      key: "",
    });
    await tick(500, 60_001);
    await tick(58_000, 60_002);
    await tick(2_000, 60_000);
    await expect.poll(() => client.of("option").length).toBe(3);
    const steps = client.of("option").map(({ event, option }) => {
      const { status, strikePrice, sellPrice, payout } = option as Record<string, unknown>;
      return [event, status, strikePrice, sellPrice, payout];
    });
    expect(steps).toEqual([
      ["accepted", "accepted", null, null, null],
      ["struck", "running", "60001.0", null, null],
      ["settled", "won", "60001.0", "60002.0", "37.000000"],
    ]);
    await expect.poll(() => client.of("balance").length).toBe(2);
    expect(client.of("balance").map(({ kind, list }) => [kind, list])).toMatchObject([
      ["option-stake", [{ wallet: "option", available: "80.000000" }]],
      ["option-payout", [{ wallet: "option", available: "117.000000" }]],
    ]);
    expect(world.failures).toEqual([]);
  } finally {
    await world.stop();
  }
});
