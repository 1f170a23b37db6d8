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
  /** The last command that counts; durable. */
  readonly atSeq: number;
  /** Where the tree is written. */
  readonly file: string;
}

/** A tree that was written, with what is published of it and what stands beside it. */
export interface MadeTree extends TreeStatement {
  readonly rootHash: string;
  /** sha256 of the exchange's snapshot after command `atSeq`, which every replay of the journal gives. */
  readonly stateHash: string;
  readonly users: number;
  /** The highest number of a user; 0: there is none. */
  readonly newestUser: number;
  readonly assets: readonly TreeAsset[];
  /** What the sandbox's treasury has issued, in units of each asset: in live mode nothing. */
  readonly playMoneyUnits: readonly number[];
  /** Of the file. */
  readonly written: FileDigest;
}

/**
 * Makes the tree of all that the exchange owed after a command, from snapshot and journal alone, and writes it. Heavy: for
 * a thread of its own.
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

/** What each user is owed, in the order of the assets' ids. */
export function owedBy(exchange: Exchange): ReadonlyMap<number, readonly number[]> {
  const owed = new Map<number, readonly number[]>();
  exchange.forEachOwed((userId, units) => owed.set(userId, units));
  return owed;
}
