import { hash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Units } from "@candor/money/brand";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { exchangeAt } from "./exchange-at.ts";
import { exchangeHome } from "./exchange-home.ts";
import { machineFactory } from "./exchange-machine.ts";
import { LocalEngine } from "./local-engine.ts";
import { HistoryMismatchError } from "./recover.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(MEMORY_DISK, "candor-exchange-at-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const FIRST_USER = 100_001;

/** Creates an engine and deposits to a user, one command per frame. Segments are small, and snapshots frequent. */
async function history(
  deposits: number,
): Promise<{ engine: LocalEngine; hashes: ReadonlyMap<number, string> }> {
  const engine = new LocalEngine({
    home: exchangeHome(root),
    factory: machineFactory,
    segmentBytes: 4096,
    snapshotInterval: 40,
    clock: () => 1_000,
  });
  const asset = { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" };
  await engine.execute({ kind: "list-asset", asset });
  await engine.execute({ kind: "open-account", userId: FIRST_USER, role: "trader" });
  const hashes = new Map<number, string>();
  for (let count = 0; count < deposits; count++) {
    const key = `deposit-${count}`;
    await engine.execute({
      kind: "deposit",
      userId: FIRST_USER,
      assetId: 0,
      amountUnits: 5 as Units,
      origin: "faucet",
      key,
    });
    const state = await engine.stateHash();
    hashes.set(state.seq, state.hash);
  }
  return { engine, hashes };
}

test("PROOF-05 next to a running engine, each earlier state is rebuilt exactly from the snapshot and segment before it", async () => {
  const { engine, hashes } = await history(150);
  const { journalDirectory, snapshotDirectory } = exchangeHome(root);
  expect(readdirSync(journalDirectory).filter((name) => name.endsWith(".journal")).length).toBeGreaterThan(3);
  for (const seq of [3, 39, 40, 41, 90, 151, 152])
    expect(hash("sha256", exchangeAt(exchangeHome(root), seq).snapshot()), String(seq)).toBe(hashes.get(seq));
  rmSync(snapshotDirectory, { recursive: true });
  expect(hash("sha256", exchangeAt(exchangeHome(root), 130).snapshot())).toBe(hashes.get(130));
  await engine.close();
});

test("PROOF-05 a state outside the journal is rejected", async () => {
  const { engine } = await history(20);
  expect(() => exchangeAt(exchangeHome(root), 23)).toThrow(HistoryMismatchError);
  await engine.close();
});
