import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { writeDurably } from "../../kit/durable/write-durably.ts";
import type { TreeAsset } from "./sum-tree.ts";

interface AssetTotal {
  readonly asset: string;
  readonly liabilities: string;
  /** Amounts on chains and in play money. */
  readonly reserves: string;
  readonly playMoney: string;
}

/** Stored data of a published tree, apart from its leaves. */
export interface PublishedTree {
  readonly treeId: string;
  readonly atSeq: number;
  readonly atMs: number;
  readonly rootHash: string;
  readonly stateHash: string;
  readonly leaves: number;
  readonly users: number;
  /** The highest user number with a leaf; absent in trees from earlier versions. */
  readonly newestUser?: number;
  readonly assets: readonly TreeAsset[];
  readonly totals: readonly AssetTotal[];
  readonly madeAtMs: number;
}

const OF_TREE = /^lt-([1-9][0-9]{0,14})(?:\.|$)/;
const FILE = /^lt-([1-9][0-9]{0,14})\.(json|tree)$/;

/** `<CANDOR_HOME>/liabilities`: per tree, one file with its leaves and, once published, one with its root. */
export class TreeDirectory {
  private readonly directory: string;

  constructor(home: string) {
    this.directory = path.join(home, "liabilities");
  }

  /** Returns a tree's files, relative to the home. */
  namesOf(treeId: string): { readonly tree: string; readonly root: string } {
    return { tree: `liabilities/${treeId}.tree`, root: `liabilities/${treeId}.json` };
  }

  treeFile(treeId: string): string {
    return path.join(this.directory, `${treeId}.tree`);
  }

  /** Returns the published trees, oldest first. */
  published(): PublishedTree[] {
    return this.numbersOf("json")
      .sort((a, b) => a - b)
      .map((number) => JSON.parse(readFileSync(this.rootFile(treeIdOf(number)), "utf8")) as PublishedTree);
  }

  /** Returns an id that was never used, not even by an unpublished tree. */
  nextId(): string {
    return treeIdOf(Math.max(0, ...this.numbersOf("json"), ...this.numbersOf("tree")) + 1);
  }

  /** @returns the file's content */
  publish(tree: PublishedTree): Uint8Array {
    const content = Buffer.from(JSON.stringify(tree));
    writeDurably(this.rootFile(tree.treeId), content);
    return content;
  }

  /**
   * Removes all other trees, including those a crash left incomplete, except the newest of all.
   * @param beforeRemoval called with each file's name relative to the home
   */
  async keepOnly(
    trees: readonly PublishedTree[],
    beforeRemoval: (file: string) => Promise<void>,
  ): Promise<void> {
    const kept = new Set(trees.map(({ treeId }) => numberOf(treeId)));
    const newest = Math.max(...kept);
    // Roots first: a tree without one was never published.
    for (const name of this.files().sort()) {
      const number = numberOf(name);
      if (number >= newest || kept.has(number)) continue;
      await beforeRemoval(`liabilities/${name}`);
      rmSync(path.join(this.directory, name), { force: true });
    }
  }

  private rootFile(treeId: string): string {
    return path.join(this.directory, `${treeId}.json`);
  }

  private numbersOf(kind: "json" | "tree"): number[] {
    return this.files().flatMap((name) => {
      const match = FILE.exec(name);
      return match?.[2] === kind ? [Number(match[1])] : [];
    });
  }

  private files(): string[] {
    try {
      return readdirSync(this.directory);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  }
}

/** Returns the number in a tree's id or file name, or Infinity if there is none. */
function numberOf(name: string): number {
  return Number(OF_TREE.exec(name)?.[1] ?? Infinity);
}

const treeIdOf = (number: number): string => `lt-${number}`;
