import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { rootText } from "@candor/formulas/liability-tree/tree-texts";
import { exchangeAt } from "../../engine/runtime/exchange-at.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { readAuditLog } from "../../kit/durable/audit-log.ts";
import { owedBy } from "./make-tree.ts";
import { type PublishedTree, TreeDirectory } from "./published-tree.ts";
import { type Leaves, NOBODY, SumTree } from "./sum-tree.ts";
import { decodeTree } from "./tree-file.ts";

/** Action of the audit log's entries that name roots. */
export const PUBLISH_ACTION = "liabilities publish";

/**
 * Returns the problems of a published tree. Empty means that its leaves match what the journal says each user was owed,
 * they lead to its root, and the audit log has that root. Throws if the journal does not lead to its state.
 */
export function problemsOfTree(home: string, published: PublishedTree): readonly string[] {
  const file = new TreeDirectory(home).treeFile(published.treeId);
  const { tree, leaves } = decodeTree(readFileSync(file), published.assets);
  return [
    ...problemsOfHashes(published, tree, leaves),
    ...problemsOfLeaves(home, published, leaves),
    ...problemsOfLog(home, published),
  ];
}

function problemsOfHashes(published: PublishedTree, kept: SumTree, leaves: Leaves): string[] {
  const rebuilt = SumTree.build(kept.assets, leaves);
  const problems: string[] = [];
  if (Buffer.compare(rebuilt.hashes, kept.hashes) !== 0) problems.push("its nodes do not match its leaves");
  const { hash: topHash, sums } = rebuilt.top;
  const totals = published.totals.map(({ asset, liabilities: amount }) => ({ asset, amount }));
  if (JSON.stringify(totals) !== JSON.stringify(sums))
    problems.push("its totals do not match the sums of its leaves");
  const root = hash("sha256", rootText({ ...published, totals }, topHash));
  if (root !== published.rootHash) problems.push(`its leaves give the root ${root}`);
  return problems;
}

function problemsOfLeaves(
  home: string,
  { atSeq, stateHash, assets }: PublishedTree,
  leaves: Leaves,
): string[] {
  const exchange = exchangeAt(exchangeHome(home), atSeq);
  const problems: string[] = [];
  const state = hash("sha256", exchange.snapshot());
  if (state !== stateHash) problems.push(`the journal gives the state ${state}`);
  const owed = new Map(owedBy(exchange));
  leaves.users.forEach((userId, leaf) => {
    const told = leaves.units.subarray(leaf * assets.length, (leaf + 1) * assets.length);
    const right = userId === NOBODY ? assets.map(() => 0) : owed.get(userId);
    if (right === undefined) problems.push(`it has a leaf of user ${userId}, who has no account`);
    else if (right.some((units, index) => units !== told[index]))
      problems.push(`the leaf of user ${userId} is ${told.join(", ")}, expected ${right.join(", ")}`);
    if (userId !== NOBODY) owed.delete(userId);
  });
  for (const userId of owed.keys()) problems.push(`${userId} has no leaf`);
  return problems;
}

function problemsOfLog(home: string, { treeId, rootHash }: PublishedTree): string[] {
  const roots: unknown[] = [];
  readAuditLog(home, ({ action, target, after }) => {
    if (action === PUBLISH_ACTION && target === treeId) roots.push(after?.root);
  });
  return roots.length === 1 && roots[0] === rootHash
    ? []
    : [`the audit log has ${roots.length === 0 ? "no root of it" : `the root ${roots.join(", ")}`}`];
}
