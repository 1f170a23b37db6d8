import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@candor/domain/commands/commands";
import type { Units } from "@candor/money/brand";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { expect, test } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { LEVER } from "../support/scenario/leverage-world.ts";
import { ASSETS, MARKETS } from "../support/socket/scripted-engine.ts";
import { SocketWorld } from "../support/socket/socket-world.ts";

const ANA = 10_001;
const units = (value: number): Units => value as Units;

test("LEV-13 a margin account is pushed to its user after each change, with the cause", async () => {
  const root = mkdtempSync(join(MEMORY_DISK, "candor-socket-"));
  const engine = new LocalEngine({
    home: exchangeHome(root),
    factory: machineFactory,
    segmentBytes: 1 << 20,
  });
  const amountUnits = units(1_000_000_000);
  const founding: Command[] = [
    ...ASSETS.map((asset): Command => ({ kind: "list-asset", asset })),
    ...MARKETS.map((market): Command => ({ kind: "list-market", market, minSources: 1 })),
    { kind: "list-lever", marketId: 0, lever: LEVER },
    { kind: "open-account", userId: ANA, role: "trader" },
    { kind: "deposit", userId: ANA, assetId: 0, amountUnits, origin: "faucet", key: "" },
    { kind: "transfer", userId: ANA, assetId: 0, from: "main", to: "coin", amountUnits, key: "" },
  ];
  for (const command of founding) {
    const { executed } = await engine.execute(command);
    expect([command.kind, executed.error]).toEqual([command.kind, undefined]);
  }
  const world = await new SocketWorld(engine).start();
  try {
    world.sessions.open("token-ana", ANA);
    const client = await world.bound({ uid: ANA, token: "token-ana", bare: true });
    const move = { kind: "move-lever-funds", userId: ANA, marketId: 0, assetId: 0, key: "" } as const;
    const moved = await engine.execute({ ...move, direction: "in", amountUnits: units(250_000_000) });
    const pushed = await client.first("lever");
    expect(pushed).toMatchObject({
      cause: "transfer",
      account: { status: "normal", quote: { available: "250.000000", debt: "0.000000" }, marginLevel: null },
    });
    expect(pushed["asOfSeq"]).toBeGreaterThanOrEqual(moved.executed.seq);
    expect(await client.first("balance")).toMatchObject({
      list: [{ wallet: "coin", available: "750.000000" }],
    });
    await engine.execute({ ...move, direction: "out", amountUnits: units(50_000_000) });
    await expect.poll(() => client.of("lever").length).toBe(2);
    expect(client.of("lever").at(-1)).toMatchObject({ account: { quote: { available: "200.000000" } } });
    expect(world.failures).toEqual([]);
  } finally {
    await world.stop();
    await engine.close();
    rmSync(root, { recursive: true, force: true });
  }
});
