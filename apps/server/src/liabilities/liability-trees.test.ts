import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { writeDurably } from "../durable/write-durably.ts";
import {
  FIRST_TREE_DELAY_MS,
  KEPT_TREES,
  LiabilityTrees,
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
/** Audit entries and roots on disk, in the order in which they came about. */
let log: string[] = [];
let isBroken = false;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "candor-trees-"));
  log = [];
  isBroken = false;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(home, { recursive: true, force: true });
});

function make({ treeId, atSeq, file }: TreeTask): Promise<MadeTree> {
  if (isBroken) return Promise.reject(new Error("the history does not hold together"));
  const leaves = shuffledLeaves(new Map([[USER, [atSeq]]]), 1);
  const tree = SumTree.build(ASSETS, leaves);
  writeDurably(file, encodeTree(tree, leaves));
  const { hash: rootHash, sums: totals } = tree.top;
  const statement = { treeId, atSeq, atMs: Date.now(), leaves: tree.leaves, totals };
  return Promise.resolve({
    ...statement,
    rootHash,
    stateHash: "",
    users: 1,
    assets: ASSETS,
    playMoneyUnits: [7],
  });
}

const files = (): string[] => readdirSync(path.join(home, "liabilities")).sort();

function open(atSeq = 5): LiabilityTrees {
  return new LiabilityTrees({
    home,
    engine: { durableSeq: atSeq },
    chains: { custody: () => Promise.resolve([]) },
    make,
    enterIntoLog: (treeId) => log.push(`${treeId} beside ${files().join(" ")}`),
    nowMs: Date.now,
    log: { info: () => {}, warn: (_details, message) => log.push(message) },
  });
}

test("PROOF-07 a tree is made soon after the first start, then at the interval; its root is logged before it is published", async () => {
  const trees = open();
  trees.start();
  await vi.advanceTimersByTimeAsync(FIRST_TREE_DELAY_MS - 1);
  expect(trees.newest).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(trees.newest).toMatchObject({ treeId: "lt-1", atSeq: 5 });
  expect(trees.newest?.totals).toEqual([
    { asset: "USDT", liabilities: "0.000005", reserves: "0.000007", playMoney: "0.000007" },
  ]);
  expect(log).toEqual(["lt-1 beside lt-1.tree"]);
  expect(trees.nextAtMs).toBe(Date.now() + TREE_INTERVAL_MS);
  await vi.advanceTimersByTimeAsync(TREE_INTERVAL_MS);
  expect(log[1]).toBe("lt-2 beside lt-1.json lt-1.tree lt-2.tree");
  await trees.close();
});

test("PROOF-07 a start goes on with the interval, and with the trees that there were", async () => {
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

test("PROOF-07 whoever asks before the first tree gets it made, all the same one", async () => {
  const trees = open();
  const asked = await Promise.all([trees.latest(), trees.latest(), trees.makeNow()]);
  expect(asked.map(({ treeId }) => treeId)).toEqual(["lt-1", "lt-1", "lt-1"]);
  expect(log).toHaveLength(1);
  trees.start();
  await vi.advanceTimersByTimeAsync(TREE_INTERVAL_MS - 1);
  expect(trees.newest?.treeId).toBe("lt-1");
  await vi.advanceTimersByTimeAsync(1);
  expect(trees.newest?.treeId).toBe("lt-2");
  await trees.close();
});

test("PROOF-07 a tree made on demand counts: the next one comes an interval later, not when the first was due", async () => {
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

test("PROOF-07 the oldest trees give way, with their leaves", async () => {
  const trees = open();
  await trees.makeNow();
  writeDurably(path.join(home, "liabilities", "lt-2.tree"), "left by a crash");
  for (let count = 0; count < KEPT_TREES + 1; count++) await trees.makeNow();
  expect(trees.find("lt-3")).toBeUndefined();
  expect(trees.find("lt-4")).toBeDefined();
  expect(files()).toHaveLength(2 * KEPT_TREES);
  for (const gone of ["lt-1.tree", "lt-2.tree", "lt-3.json"]) expect(files()).not.toContain(gone);
});

test("PROOF-07 a tree that cannot be made is said to the operators and tried again; nothing half-made is published", async () => {
  const trees = open();
  trees.start();
  isBroken = true;
  await vi.advanceTimersByTimeAsync(FIRST_TREE_DELAY_MS);
  expect(log).toEqual(["liabilities: no tree could be made"]);
  expect(trees.newest).toBeUndefined();
  isBroken = false;
  await vi.advanceTimersByTimeAsync(RETRY_DELAY_MS);
  expect(trees.newest?.treeId).toBe("lt-1");
  // A tree of which a crash left only the leaves has its number for ever: the log may name its root.
  writeDurably(path.join(home, "liabilities", "lt-9.tree"), "");
  expect((await trees.makeNow()).treeId).toBe("lt-10");
  await trees.close();
});
