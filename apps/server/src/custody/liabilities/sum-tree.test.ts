import { hash } from "node:crypto";
import { rootText } from "@candor/formulas/liability-tree/tree-texts";
import {
  type InclusionFault,
  type InclusionProof,
  type PublishedTree,
  verifyInclusion,
} from "@candor/formulas/liability-tree/verify-inclusion";
import fc from "fast-check";
import { expect, test } from "vitest";
import { MIN_LEAVES, shuffledLeaves } from "./shuffled-leaves.ts";
import { type Leaves, nodesOf, nonceAt, SumTree, siblingPath } from "./sum-tree.ts";
import { decodeTree, encodeTree } from "./tree-file.ts";

const ASSETS = [
  { symbol: "USDT", decimals: 6 },
  { symbol: "BTC", decimals: 8 },
];
const FIRST_USER = 100_001;
const sha256 = (text: string): string => hash("sha256", text);

interface World {
  readonly tree: SumTree;
  readonly leaves: Leaves;
  readonly published: PublishedTree;
}

function worldOf(owed: readonly (readonly [number, number])[], minLeaves = 1): World {
  const users = new Map(owed.map((units, index) => [FIRST_USER + index, units]));
  const leaves = shuffledLeaves(users, ASSETS.length, minLeaves);
  const tree = SumTree.build(ASSETS, leaves);
  const { hash: topHash, sums: totals } = tree.top;
  const statement = { treeId: "lt-1", atSeq: 42, atMs: 1_767_225_600_000, leaves: tree.leaves, totals };
  return { tree, leaves, published: { ...statement, rootHash: sha256(rootText(statement, topHash)) } };
}

function proofOf({ tree, leaves, published }: World, userId: number): InclusionProof {
  const index = leaves.users.indexOf(userId);
  const { hash: leafHash, sums: balances } = tree.node(index);
  return {
    treeId: "lt-1",
    leaf: { index, nonce: nonceAt(leaves.nonces, index), balances, hash: leafHash },
    path: siblingPath(index, tree.leaves).map(({ side, at }) => ({ side, ...tree.node(at) })),
    rootHash: published.rootHash,
  };
}

const check = async (
  world: World,
  userId: number,
  proof = proofOf(world, userId),
  published = world.published,
) => await verifyInclusion(String(userId), published, proof, sha256);

test("PROOF-02 of 1 to 20 users each one's leaf leads to the root, whose totals are the sums of all", async () => {
  for (let count = 1; count <= 20; count++) {
    const world = worldOf(Array.from({ length: count }, (_, index) => [index * 7, 1_000 - index] as const));
    expect(world.tree.leaves).toBe(2 ** Math.ceil(Math.log2(count)));
    const sum = (of: (index: number) => number) =>
      Array.from({ length: count }, (_, i) => of(i)).reduce((a, b) => a + b, 0);
    expect(world.tree.sums.slice(-2)).toEqual(new Float64Array([sum((i) => i * 7), sum((i) => 1_000 - i)]));
    for (let index = 0; index < count; index++)
      expect((await check(world, FIRST_USER + index)).fault, `${index} of ${count}`).toBeUndefined();
  }
});

test("PROOF-02 a small exchange has as many leaves as one of 256 users, drawn again for each tree", () => {
  const owed = Array.from({ length: 12 }, (_, index) => [index, index] as const);
  const [first, second] = [worldOf(owed, MIN_LEAVES), worldOf(owed, MIN_LEAVES)];
  expect(first.tree.leaves).toBe(256);
  expect(first.leaves.users).not.toEqual(second.leaves.users);
  expect(first.published.totals).toEqual(second.published.totals);
  expect(first.published.rootHash).not.toBe(second.published.rootHash);
  const nonces = Array.from({ length: 256 }, (_, leaf) => nonceAt(first.leaves.nonces, leaf));
  expect(new Set(nonces).size).toBe(256);
});

test("PROOF-02 a leaf below zero, a number of leaves that is no power of two and a sum beyond safe integers make no tree", () => {
  const leaves = (...units: number[]): Leaves => ({
    users: new Uint32Array(units.length).fill(FIRST_USER),
    nonces: new Uint8Array(units.length * 32),
    units: new Float64Array(units),
  });
  const [usdt] = ASSETS as [(typeof ASSETS)[number]];
  expect(() => SumTree.build([usdt], leaves(5, -1))).toThrow("is negative");
  expect(() => SumTree.build([usdt], leaves(1, 2, 3))).toThrow("3 leaves");
  expect(() => SumTree.build([usdt], leaves(Number.MAX_SAFE_INTEGER, 1))).toThrow("safe integers");
});

test("PROOF-02 a tree read from its file equals the written one", () => {
  const { tree, leaves } = worldOf([
    [5, 6],
    [0, 0],
    [7, 8],
  ]);
  const read = decodeTree(Buffer.from(encodeTree(tree, leaves)), ASSETS);
  expect(read.tree.hashes).toEqual(tree.hashes);
  expect(read.tree.sums).toEqual(tree.sums);
  expect(read.leaves.users).toEqual(leaves.users);
  expect(Buffer.compare(read.leaves.nonces, leaves.nonces)).toBe(0);
  expect(() => decodeTree(Buffer.from(encodeTree(tree, leaves)).subarray(1), ASSETS)).toThrow(
    "not a liability tree",
  );
});

/** Changes that a lying server makes to a valid proof, and the error found for each. */
type Change = (
  proof: InclusionProof,
  published: PublishedTree,
) => { proof: InclusionProof; published: PublishedTree };
const ofProof =
  (change: (proof: InclusionProof) => object): Change =>
  (proof, published) => ({ proof: { ...proof, ...change(proof) }, published });
const ofPublished =
  (change: (published: PublishedTree) => object): Change =>
  (proof, published) => ({ proof, published: { ...published, ...change(published) } });
const ofSibling = (at: number, change: (sibling: InclusionProof["path"][number]) => object): Change =>
  ofProof(({ path }) => ({
    path: path.map((each, level) => (level === at ? { ...each, ...change(each) } : each)),
  }));
const amounts = (usdt: string, btc: string) => [
  { asset: "USDT", amount: usdt },
  { asset: "BTC", amount: btc },
];
const ZEROS = "0".repeat(64);

const LIES: Readonly<Record<string, readonly [InclusionFault, Change]>> = {
  "a balance made smaller": [
    "leaf",
    ofProof(({ leaf }) => ({ leaf: { ...leaf, balances: amounts("0.000001", "0.00000000") } })),
  ],
  "another nonce": ["leaf", ofProof(({ leaf }) => ({ leaf: { ...leaf, nonce: ZEROS } }))],
  "a nonce that is none": ["leaf", ofProof(({ leaf }) => ({ leaf: { ...leaf, nonce: "x" } }))],
  "another leaf's hash": ["leaf", ofProof(({ leaf }) => ({ leaf: { ...leaf, hash: ZEROS } }))],
  "a negative balance": [
    "amounts",
    ofProof(({ leaf }) => ({ leaf: { ...leaf, balances: amounts("-0.000001", "0.00000000") } })),
  ],
  "a balance without its last decimal": [
    "amounts",
    ofProof(({ leaf }) => ({ leaf: { ...leaf, balances: amounts("0.00001", "0.00000000") } })),
  ],
  "an asset left out": [
    "amounts",
    ofProof(({ leaf }) => ({ leaf: { ...leaf, balances: leaf.balances.slice(1) } })),
  ],
  "an asset called otherwise": [
    "amounts",
    ofProof(({ leaf }) => ({ leaf: { ...leaf, balances: [...leaf.balances].reverse() } })),
  ],
  "a negative sum next to the path": [
    "amounts",
    ofSibling(1, () => ({ sums: amounts("-5.000000", "0.00000000") })),
  ],
  "a smaller sum next to the path": [
    "totals",
    ofSibling(0, () => ({ sums: amounts("0.000000", "0.00000000") })),
  ],
  "a sibling's hash": ["root", ofSibling(2, () => ({ hash: ZEROS }))],
  "a sibling's hash that is none": ["place", ofSibling(2, () => ({ hash: "x" }))],
  "a side": ["place", ofSibling(1, ({ side }) => ({ side: side === "left" ? "right" : "left" }))],
  "siblings swapped": [
    "root",
    ofProof(({ path: [a, b, c] }) => ({ path: [{ ...b, side: a?.side }, { ...a, side: b?.side }, c] })),
  ],
  "a sibling left out": ["place", ofProof(({ path }) => ({ path: path.slice(1) }))],
  "another place": ["place", ofProof(({ leaf }) => ({ leaf: { ...leaf, index: leaf.index ^ 1 } }))],
  "a place that is none": ["place", ofProof(({ leaf }) => ({ leaf: { ...leaf, index: leaf.index + 8 } }))],
  "another tree": ["root", ofProof(() => ({ treeId: "lt-2" }))],
  "another root told with the leaf": ["root", ofProof(() => ({ rootHash: ZEROS }))],
  "another root published": ["root", ofPublished(() => ({ rootHash: ZEROS }))],
  "another time": ["root", ofPublished(() => ({ atMs: 1 }))],
  "another sequence number": ["root", ofPublished(() => ({ atSeq: 43 }))],
  "totals made smaller": ["totals", ofPublished(() => ({ totals: amounts("0.000001", "0.00000000") }))],
  "totals with one asset twice": ["amounts", ofPublished(({ totals: [usdt] }) => ({ totals: [usdt, usdt] }))],
  "no totals": ["amounts", ofPublished(() => ({ totals: [] }))],
};

test("PROOF-03 every false reply of a server is detected, each with its reason", async () => {
  const world = worldOf(
    Array.from({ length: 8 }, (_, index) => [1_000_000 + index, 50_000_000 + index] as const),
  );
  const proof = proofOf(world, FIRST_USER);
  expect((await check(world, FIRST_USER, proof)).fault).toBeUndefined();
  for (const [lie, [fault, change]] of Object.entries(LIES)) {
    const altered = change(proof, world.published);
    expect((await check(world, FIRST_USER, altered.proof, altered.published)).fault, lie).toBe(fault);
  }
});

test("PROOF-03 two users with equal balances have different leaves, and neither's is the other's", async () => {
  const world = worldOf([
    [5, 5],
    [5, 5],
  ]);
  expect((await check(world, FIRST_USER, proofOf(world, FIRST_USER + 1))).fault).toBe("leaf");
  expect((await check(world, FIRST_USER + 1, proofOf(world, FIRST_USER))).fault).toBe("leaf");
});

test("PROOF-03 a top whose total is below the sum of its children, as a naive tree would hide it, is found by both", async () => {
  // Hiding the neighbor's money means showing each of the two a sibling sum of 0; one of the two hashes is then wrong.
  const world = worldOf([
    [70, 0],
    [30, 0],
  ]);
  const hidden = { ...world.published, totals: amounts("0.000070", "0.00000000") };
  const shown = ofSibling(0, () => ({ sums: amounts("0.000000", "0.00000000") }))(
    proofOf(world, FIRST_USER),
    hidden,
  );
  expect((await check(world, FIRST_USER, shown.proof, hidden)).fault).toBe("root");
  expect((await check(world, FIRST_USER + 1, proofOf(world, FIRST_USER + 1), hidden)).fault).toBe("totals");
});

test("PROOF-03 a proof fails when any single character changes", async () => {
  const world = worldOf(
    Array.from({ length: 5 }, (_, index) => [900_000 + index, 12_345_678 + index] as const),
  );
  const sound = JSON.stringify(proofOf(world, FIRST_USER));
  await fc.assert(
    fc.asyncProperty(
      fc.nat(sound.length - 1),
      fc.constantFrom(...Array.from("0123456789abcdef-")),
      async (at, letter) => {
        const changed = sound.slice(0, at) + letter + sound.slice(at + 1);
        const proof = readProof(changed);
        if (proof === undefined || JSON.stringify(proof) === sound) return;
        expect((await check(world, FIRST_USER, proof)).fault, changed).toBeDefined();
      },
    ),
    { numRuns: 300 },
  );
});

/** Returns `undefined` if the text no longer has the form of a proof, which the call's schema rejects. */
function readProof(text: string): InclusionProof | undefined {
  try {
    const proof = JSON.parse(text) as InclusionProof;
    const lists = [proof.leaf.balances, ...proof.path.map(({ sums }) => sums)];
    const areLists = lists.every((list) =>
      list.every(({ asset, amount }) => typeof asset === "string" && typeof amount === "string"),
    );
    return areLists && typeof proof.leaf.nonce === "string" ? proof : undefined;
  } catch {
    return undefined;
  }
}

test("PROOF-04 leaf, node and root are the hashes of plain text that names the sums of both children", () => {
  const users = Uint32Array.of(100_001, 0);
  const nonces = new Uint8Array(64).fill(1, 0, 32).fill(2, 32);
  const tree = SumTree.build(ASSETS, { users, nonces, units: Float64Array.of(12_500_000, 3, 0, 0) });
  const leaf = sha256(
    `candor liabilities, leaf 1\nuser 100001\nnonce ${"01".repeat(32)}\nUSDT 12.500000\nBTC 0.00000003\n`,
  );
  const empty = sha256(
    `candor liabilities, leaf 1\nuser 0\nnonce ${"02".repeat(32)}\nUSDT 0.000000\nBTC 0.00000000\n`,
  );
  const top = sha256(
    `candor liabilities, node 1\nleft ${leaf}\nUSDT 12.500000\nBTC 0.00000003\nright ${empty}\nUSDT 0.000000\nBTC 0.00000000\n`,
  );
  expect([tree.node(0).hash, tree.node(1).hash, tree.top.hash]).toEqual([leaf, empty, top]);
  expect(nodesOf(2)).toBe(3);
  const statement = { treeId: "lt-7", atSeq: 9, atMs: 1_000, leaves: 2, totals: tree.top.sums };
  expect(rootText(statement, top)).toBe(
    `candor liabilities, root 1\ntree lt-7\nseq 9\ntime 1000\nleaves 2\ntop ${top}\nUSDT 12.500000\nBTC 0.00000003\n`,
  );
});
