import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { digestOf } from "../../kit/durable/file-keeper.ts";
import { writeDurably } from "../../kit/durable/write-durably.ts";
import { KEPT_HOURS } from "./kept-trees.ts";
import {
  EARLY_TREE_GAP_MS,
  EARLY_TREE_MIN_GAP_FACTOR,
  FIRST_TREE_DELAY_MS,
  LiabilityTrees,
  NEWCOMER_DELAY_MS,
  RETRY_DELAY_MS,
  TREE_INTERVAL_MS,
} from "./liability-trees.ts";
import type { MadeTree, TreeTask } from "./make-tree.ts";
import { shuffledLeaves } from "./shuffled-leaves.ts";
import { SumTree } from "./sum-tree.ts";
import { encodeTree } from "./tree-file.ts";

const ASSETS = [{ symbol: "USDT", decimals: 6 }];
const USER = 100_001;
let home = "";
/** Audit entries and roots on disk, in order of creation. */
let log: string[] = [];
let isBroken = false;
/** Highest user number assigned, and the time a tree takes to build. */
let newestUser = USER;
let takesMs = 0;
beforeEach(() => {
  home = mkdtempSync(path.join(MEMORY_DISK, "candor-trees-"));
  log = [];
  isBroken = false;
  newestUser = USER;
  takesMs = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(home, { recursive: true, force: true });
});

async function make({ treeId, atSeq, file }: TreeTask): Promise<MadeTree> {
  if (isBroken) throw new Error("the history does not hold together");
  const held = newestUser;
  if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
  const leaves = shuffledLeaves(new Map([[USER, [atSeq]]]), 1);
  const tree = SumTree.build(ASSETS, leaves);
  const written = encodeTree(tree, leaves);
  writeDurably(file, written);
  const { hash: rootHash, sums: totals } = tree.top;
  const statement = { treeId, atSeq, atMs: Date.now(), leaves: tree.leaves, totals };
  return {
    ...statement,
    rootHash,
    stateHash: "",
    users: 1,
    newestUser: held,
    assets: ASSETS,
    playMoneyUnits: [7],
    written: digestOf(written),
  };
}

/** Files that must exist. */
const noted = new Set<string>();
const files = (): string[] => readdirSync(path.join(home, "liabilities")).sort();

function open(atSeq = 5): LiabilityTrees {
  return new LiabilityTrees({
    home,
    engine: { durableSeq: atSeq },
    files: {
      keep: async (file) => void noted.add(file),
      drop: async (file) => void noted.delete(file),
    },
    chains: { custody: () => Promise.resolve([]) },
    newestUser: () => newestUser,
    make,
    writeAuditEntry: (treeId) => log.push(`${treeId} with ${files().join(" ")}`),
    nowMs: Date.now,
    log: { info: () => {}, warn: (_details, message) => log.push(message) },
  });
}

test("PROOF-07 a tree is built soon after the first start, then at the interval; its root is logged before publication", async () => {
  const trees = open();
  trees.start();
  await vi.advanceTimersByTimeAsync(FIRST_TREE_DELAY_MS - 1);
  expect(trees.newest).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(trees.newest).toMatchObject({ treeId: "lt-1", atSeq: 5 });
  expect(trees.newest?.totals).toEqual([
    { asset: "USDT", liabilities: "0.000005", reserves: "0.000007", playMoney: "0.000007" },
  ]);
  expect(log).toEqual(["lt-1 with lt-1.tree"]);
  expect(trees.nextAtMs).toBe(Date.now() + TREE_INTERVAL_MS);
  await vi.advanceTimersByTimeAsync(TREE_INTERVAL_MS);
  expect(log[1]).toBe("lt-2 with lt-1.json lt-1.tree lt-2.tree");
  await trees.close();
});

test("PROOF-07 a restart keeps the interval and the existing trees", async () => {
  const before = open();
  const first = await before.latest();
  await before.close();
  vi.advanceTimersByTime(TREE_INTERVAL_MS / 2);
  const after = open(6);
  expect(after.newest).toEqual(first);
  expect(after.nextAtMs).toBe(Date.now() + TREE_INTERVAL_MS / 2);
  expect((await after.leafOf(first, USER))?.node.sums).toEqual([{ asset: "USDT", amount: "0.000005" }]);
  expect(await after.leafOf(first, USER + 1)).toBeUndefined();
  vi.advanceTimersByTime(TREE_INTERVAL_MS);
  expect(open().nextAtMs).toBe(Date.now() + FIRST_TREE_DELAY_MS);
});

test("PROOF-07 requests before the first tree build it, and all get the same one", async () => {
  const trees = open();
  const requested = await Promise.all([trees.latest(), trees.latest(), trees.makeNow()]);
  expect(requested.map(({ treeId }) => treeId)).toEqual(["lt-1", "lt-1", "lt-1"]);
  expect(log).toHaveLength(1);
  trees.start();
  await vi.advanceTimersByTimeAsync(TREE_INTERVAL_MS - 1);
  expect(trees.newest?.treeId).toBe("lt-1");
  await vi.advanceTimersByTimeAsync(1);
  expect(trees.newest?.treeId).toBe("lt-2");
  await trees.close();
});

test("PROOF-07 a tree built on demand counts: the next one is due an interval later, not when the first was due", async () => {
  const trees = open();
  trees.start();
  await vi.advanceTimersByTimeAsync(FIRST_TREE_DELAY_MS / 2);
  await trees.latest();
  await vi.advanceTimersByTimeAsync(TREE_INTERVAL_MS - 1);
  expect(trees.newest?.treeId).toBe("lt-1");
  await vi.advanceTimersByTimeAsync(1);
  expect(trees.newest?.treeId).toBe("lt-2");
  await trees.close();
});

test("PROOF-07 a clock set back by a day does not delay the next tree, nor does a later start", async () => {
  const before = open();
  await before.latest();
  vi.setSystemTime(Date.now() - 24 * TREE_INTERVAL_MS);
  expect(before.nextAtMs).toBe(Date.now() + TREE_INTERVAL_MS);
  await before.close();
  const after = open();
  after.start();
  await vi.advanceTimersByTimeAsync(TREE_INTERVAL_MS);
  expect(after.newest?.treeId).toBe("lt-2");
  await after.close();
});

test("PROOF-07 the oldest trees give way, with their leaves", async () => {
  const trees = open();
  await trees.makeNow();
  writeDurably(path.join(home, "liabilities", "lt-2.tree"), "left by a crash");
  for (let count = 0; count < KEPT_HOURS + 1; count++) {
    vi.advanceTimersByTime(TREE_INTERVAL_MS);
    await trees.makeNow();
  }
  expect(trees.find("lt-3")).toBeUndefined();
  expect(trees.find("lt-4")).toBeDefined();
  expect(files()).toHaveLength(2 * KEPT_HOURS);
  for (const gone of ["lt-1.tree", "lt-2.tree", "lt-3.json"]) expect(files()).not.toContain(gone);
});

test("PROOF-07 of the last hour every tree is kept, of the hours before the newest of each", async () => {
  vi.setSystemTime(Date.UTC(2026, 0, 1, 12, 0));
  const trees = open();
  const kept = (): readonly string[] => trees.kept.map(({ treeId }) => treeId);
  for (let count = 0; count < 5; count++) {
    await trees.makeNow();
    vi.advanceTimersByTime(20 * 60_000);
  }
  // Built at 12:00, 12:20, 12:40, 13:00 and 13:20; the last one dropped none younger than an hour.
  expect(kept()).toEqual(["lt-3", "lt-4", "lt-5"]);
  await trees.makeNow();
  vi.advanceTimersByTime(TREE_INTERVAL_MS);
  await trees.makeNow();
  expect(kept()).toEqual(["lt-3", "lt-6", "lt-7"]);
  expect(files()).toHaveLength(6);
  expect(open().kept).toEqual(trees.kept);
});

test("PROOF-12 a user whom the newest tree does not hold is in the next one within minutes", async () => {
  const trees = open();
  trees.start();
  await trees.latest();
  await vi.advanceTimersByTimeAsync(EARLY_TREE_GAP_MS);
  newestUser++;
  const promisedAtMs = Date.now() + NEWCOMER_DELAY_MS;
  expect(trees.nextAtMs).toBe(promisedAtMs);
  await vi.advanceTimersByTimeAsync(NEWCOMER_DELAY_MS / 2);
  // Further new users do not postpone it.
  newestUser++;
  expect(trees.nextAtMs).toBe(promisedAtMs);
  expect(trees.newest?.treeId).toBe("lt-1");
  await vi.advanceTimersByTimeAsync(NEWCOMER_DELAY_MS / 2);
  expect(trees.newest).toMatchObject({ treeId: "lt-2", newestUser });
  expect(trees.nextAtMs).toBe(promisedAtMs + TREE_INTERVAL_MS);
  await trees.close();
});

test("PROOF-12 early trees need no request, and a restart keeps the record of earlier requests", async () => {
  const before = open();
  await before.latest();
  await before.close();
  newestUser++;
  const trees = open();
  trees.start();
  await vi.advanceTimersByTimeAsync(EARLY_TREE_GAP_MS - 1);
  expect(trees.newest?.treeId).toBe("lt-1");
  await vi.advanceTimersByTimeAsync(1);
  expect(trees.newest?.treeId).toBe("lt-2");
  await vi.advanceTimersByTimeAsync(TREE_INTERVAL_MS - 1);
  expect(trees.newest?.treeId).toBe("lt-2");
  await trees.close();
});

test("PROOF-12 early trees cost a bounded share of the machine: the longer one takes, the longer the next one waits", async () => {
  takesMs = 6_000;
  const trees = open();
  trees.start();
  await vi.advanceTimersByTimeAsync(FIRST_TREE_DELAY_MS + takesMs);
  const madeAtMs = Date.now();
  expect(trees.newest).toMatchObject({ treeId: "lt-1", madeAtMs });
  newestUser++;
  expect(trees.nextAtMs).toBe(madeAtMs + EARLY_TREE_MIN_GAP_FACTOR * takesMs);
  takesMs = TREE_INTERVAL_MS;
  await vi.advanceTimersByTimeAsync(EARLY_TREE_MIN_GAP_FACTOR * 6_000 + takesMs);
  expect(trees.newest?.treeId).toBe("lt-2");
  newestUser++;
  // Never later than the interval.
  expect(trees.nextAtMs).toBe(Date.now() + TREE_INTERVAL_MS);
  await trees.close();
});

test("PROOF-07 a tree that cannot be built is reported to operators and retried; no partial tree is published", async () => {
  const trees = open();
  trees.start();
  isBroken = true;
  await vi.advanceTimersByTimeAsync(FIRST_TREE_DELAY_MS);
  expect(log).toEqual(["liabilities: could not build a tree"]);
  expect(trees.newest).toBeUndefined();
  isBroken = false;
  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
  expect(trees.newest?.treeId).toBe("lt-1");
  // The number of a tree that crashed with only its leaves written is never reused: the log may contain its root.
  writeDurably(path.join(home, "liabilities", "lt-9.tree"), "");
  expect((await trees.makeNow()).treeId).toBe("lt-10");
  await trees.close();
});
