import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@candor/domain/commands/commands";
import type { Units } from "@candor/money/brand";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { expect, test } from "vitest";
import { MEMORY_DISK } from "../support/memory-disk.ts";
import { PLAN } from "../support/scenario/mining-world.ts";
import { ASSETS, MARKETS } from "../support/socket/scripted-engine.ts";
import { SocketWorld } from "../support/socket/socket-world.ts";

const ANA = 10_001;

test("MINE-14 a machine's purchase and release are pushed to its owner, before the balance", async () => {
  const root = mkdtempSync(join(MEMORY_DISK, "candor-socket-"));
  const engine = new LocalEngine({
    home: exchangeHome(root),
    factory: machineFactory,
    segmentBytes: 1 << 20,
  });
  const founding: Command[] = [
    ...ASSETS.map((asset): Command => ({ kind: "list-asset", asset })),
    ...MARKETS.map((market): Command => ({ kind: "list-market", market, minSources: 1 })),
    { kind: "endow-pool", pool: "mining-reserve", assetId: 0, totalUnits: 1_000_000_000 as Units },
    { kind: "set-mining-plan", planId: 0, plan: PLAN },
    { kind: "open-account", userId: ANA, role: "trader" },
    {
      kind: "deposit",
      userId: ANA,
      assetId: 0,
      amountUnits: 150_000_000 as Units,
      origin: "faucet",
      key: "",
    },
  ];
  for (const command of founding) {
    const { executed } = await engine.execute(command);
    expect([command.kind, executed.error]).toEqual([command.kind, undefined]);
  }
  const world = await new SocketWorld(engine).start();
  try {
    world.sessions.open("token-ana", ANA);
    const client = await world.bound({ uid: ANA, token: "token-ana", bare: true });
    await engine.execute({ kind: "buy-miners", userId: ANA, planId: 0, quantity: 1, key: "" });
    const bought = await client.first("miner");
    expect(bought).toMatchObject({
      event: "bought",
      miner: { minerId: "m1", name: "Ten", status: "in-production", price: "100.000000" },
    });
    const balance = await client.first("balance");
    expect(balance).toMatchObject({
      kind: "mining-price",
      list: [{ wallet: "main", available: "50.000000" }],
    });
    expect(balance["asOfSeq"]).toBe(bought["asOfSeq"]);
    await engine.execute({ kind: "recycle-miner", userId: ANA, minerId: 1, expectedRefundUnits: 0, key: "" });
    await expect.poll(() => client.of("miner").length).toBe(2);
    expect(client.of("miner").at(-1)).toMatchObject({
      event: "released",
      miner: { status: "released", releaseReason: "recycled" },
    });
    expect(world.failures).toEqual([]);
  } finally {
    await world.stop();
    await engine.close();
    rmSync(root, { recursive: true, force: true });
  }
});
