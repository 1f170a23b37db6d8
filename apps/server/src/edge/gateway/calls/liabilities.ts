import type { CallReply } from "@candor/wire/calls";
import { type Outcome, reject } from "@candor/wire/rejection";
import type { LiabilityTrees } from "../../../custody/liabilities/liability-trees.ts";
import type { PublishedTree } from "../../../custody/liabilities/published-tree.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";

type Trees = Ports<"liabilities">;

/** Returns a published root with its totals: the newest, or an earlier one that is still kept. */
export function liabilities({ liabilities: trees }: Trees): CallHandler<"liabilities"> {
  return async ({ treeId }): Promise<Outcome<CallReply<"liabilities">>> => {
    const tree = await treeOf(trees, treeId);
    if (tree === undefined) return reject("request.unknownId");
    const { atSeq, atMs, rootHash, leaves, totals } = tree;
    return {
      treeId: tree.treeId,
      atSeq,
      atMs,
      rootHash,
      leaves,
      totals: [...totals],
      nextAtMs: trees.nextAtMs,
      kept: trees.kept.map(({ treeId: id, atMs: time }) => ({ treeId: id, atMs: time })).reverse(),
    };
  };
}

/** Returns the caller's own leaf. The user comes only from the session: a request cannot name another one. */
export function liabilityLeaf({ liabilities: trees }: Trees): CallHandler<"liabilityLeaf"> {
  return async ({ treeId }, context): Promise<Outcome<CallReply<"liabilityLeaf">>> => {
    const tree = await treeOf(trees, treeId);
    const found = tree && (await trees.leafOf(tree, userOf(context)));
    if (tree === undefined || found === undefined) return reject("request.unknownId");
    const { index, nonce, node, path } = found;
    return {
      treeId: tree.treeId,
      leaf: { index, nonce, balances: [...node.sums], hash: node.hash },
      path: path.map(({ side, hash, sums }) => ({ side, hash, sums: [...sums] })),
      rootHash: tree.rootHash,
    };
  };
}

async function treeOf(trees: LiabilityTrees, treeId: string | undefined): Promise<PublishedTree | undefined> {
  return treeId === undefined ? await trees.latest() : trees.find(treeId);
}
