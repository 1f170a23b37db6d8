import { hash } from "node:crypto";
import type { Exchange } from "@candor/core/exchange/exchange";
import { rootText, type TreeStatement } from "@candor/formulas/liability-tree/tree-texts";
import { exchangeAt } from "../../engine/runtime/exchange-at.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { digestOf, type FileDigest } from "../../kit/durable/file-keeper.ts";
import { writeDurably } from "../../kit/durable/write-durably.ts";
import { shuffledLeaves } from "./shuffled-leaves.ts";
import { SumTree, type TreeAsset } from "./sum-tree.ts";
import { encodeTree } from "./tree-file.ts";

export interface TreeTask {
  /** CANDOR_HOME */
  readonly home: string;
  readonly treeId: string;
  /** The last command included; durable. */
  readonly atSeq: number;
  /** Path to write the tree to. */
  readonly file: string;
}

/** A tree written to disk, with its published data. */
export interface MadeTree extends TreeStatement {
  readonly rootHash: string;
  /** SHA-256 of the exchange's snapshot after command `atSeq`; every replay of the journal gives the same. */
  readonly stateHash: string;
  readonly users: number;
  /** The highest user number; 0 if there are no users. */
  readonly newestUser: number;
  readonly assets: readonly TreeAsset[];
  /** Units of each asset issued by the sandbox's treasury; none in live mode. */
  readonly playMoneyUnits: readonly number[];
  /** Digest of the file. */
  readonly written: FileDigest;
}

/**
 * Builds and writes the tree of all liabilities after a command, only from snapshot and journal. Expensive: run it in a
 * separate thread.
 */
export function makeTree({ home, treeId, atSeq, file }: TreeTask): MadeTree {
  const exchange = exchangeAt(exchangeHome(home), atSeq);
  const { timeMs: atMs, assets: specs } = exchange.exchangeView();
  const assets = specs.map(({ symbol, scale }) => ({ symbol, decimals: scale }));
  const owed = owedBy(exchange);
  const leaves = shuffledLeaves(owed, assets.length);
  const tree = SumTree.build(assets, leaves);
  const written = encodeTree(tree, leaves);
  writeDurably(file, written);
  const { hash: topHash, sums: totals } = tree.top;
  const statement = { treeId, atSeq, atMs, leaves: tree.leaves, totals };
  return {
    ...statement,
    rootHash: hash("sha256", rootText(statement, topHash)),
    stateHash: hash("sha256", exchange.snapshot()),
    users: owed.size,
    newestUser: highestOf(owed.keys()),
    assets,
    written: digestOf(written),
    playMoneyUnits: exchange.solvencyView().assets.map(({ treasuryUnits }) => 0 - treasuryUnits),
  };
}

function highestOf(userIds: Iterable<number>): number {
  let highest = 0;
  for (const userId of userIds) highest = Math.max(highest, userId);
  return highest;
}

/** Returns each user's liabilities, ordered by asset id. */
export function owedBy(exchange: Exchange): ReadonlyMap<number, readonly number[]> {
  const owed = new Map<number, readonly number[]>();
  exchange.forEachOwed((userId, units) => owed.set(userId, units));
  return owed;
}
