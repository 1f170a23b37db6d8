import type { EnginePort } from "@candor/domain/engine-port";
import { formatDecimal } from "@candor/money/decimal";
import type { AuditFacts } from "../../kit/durable/audit-log.ts";
import { digestOf, type FileKeeper } from "../../kit/durable/file-keeper.ts";
import type { ChainPort } from "../chain/chain-port.ts";
import { chainHoldings } from "./chain-holdings.ts";
import { keptTrees } from "./kept-trees.ts";
import type { MadeTree, TreeTask } from "./make-tree.ts";
import { type PublishedTree, TreeDirectory } from "./published-tree.ts";
import { type FoundLeaf, findLeaf } from "./tree-file.ts";

/** Interval between trees. */
export const TREE_INTERVAL_MS = 60 * 60_000;
/** Delay after a start, so that startup work comes first. */
export const FIRST_TREE_DELAY_MS = 30_000;
/** Delay after a failed tree. */
export const RETRY_DELAY_MS = 60_000;
/**
 * Delay from detecting a user in no tree to an early tree: time to receive some money, and for other users to register.
 */
export const NEWCOMER_DELAY_MS = 2 * 60_000;
/** Minimum time between an early tree and the last one … */
export const EARLY_TREE_GAP_MS = 5 * 60_000;
/** … and its minimum as a multiple of the last tree's build time: early trees use at most 1% of a core. */
export const EARLY_TREE_MIN_GAP_FACTOR = 100;
/** Interval between checks for new users. */
const CHECK_INTERVAL_MS = 15_000;

export interface LiabilityTreesOptions {
  /** CANDOR_HOME */
  readonly home: string;
  readonly engine: Pick<EnginePort, "durableSeq">;
  readonly files: Pick<FileKeeper, "keep" | "drop">;
  readonly chains: Pick<ChainPort, "custody">;
  /** The highest user number assigned. */
  readonly newestUser: () => number;
  readonly make: (task: TreeTask, signal: AbortSignal) => Promise<MadeTree>;
  /** Writes a root into the hash-chained log; returns when it is on disk. */
  readonly writeAuditEntry: (treeId: string, facts: AuditFacts) => void;
  readonly nowMs: () => number;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

/**
 * Maintains liability trees: builds one at an interval, and earlier for users missing in the newest, each from the
 * state after one command, publishes its root and serves leaves. A root is in the audit log before anyone sees it, so
 * that it cannot be swapped afterwards.
 */
export class LiabilityTrees {
  private readonly options: LiabilityTreesOptions;
  private readonly directory: TreeDirectory;
  /** Oldest first. */
  private trees: PublishedTree[];
  private readonly closing = new AbortController();
  private building: Promise<PublishedTree> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private dueAtMs: number;
  /** Build time of the last tree; 0 if there was none since the start. */
  private buildMs = 0;

  constructor(options: LiabilityTreesOptions) {
    this.options = options;
    this.directory = new TreeDirectory(options.home);
    this.trees = this.directory.published();
    this.dueAtMs = Math.max(
      options.nowMs() + FIRST_TREE_DELAY_MS,
      (this.trees.at(-1)?.madeAtMs ?? 0) + TREE_INTERVAL_MS,
    );
  }

  /** Builds trees on schedule from now on. */
  start(): void {
    const waitMs = Math.min(CHECK_INTERVAL_MS, this.nextAtMs - this.options.nowMs());
    this.timer = setTimeout(() => void this.makeDue(), waitMs);
    this.timer.unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    this.closing.abort();
    await this.building?.catch(() => undefined);
  }

  /** Time of the next tree or retry. */
  get nextAtMs(): number {
    const { newestUser, nowMs } = this.options;
    const newest = this.trees.at(-1);
    // A clock that was set back would delay the next tree by as much.
    this.dueAtMs = Math.min(this.dueAtMs, nowMs() + TREE_INTERVAL_MS);
    if (newest !== undefined && newestUser() > (newest.newestUser ?? 0)) {
      const restMs = Math.max(EARLY_TREE_GAP_MS, EARLY_TREE_MIN_GAP_FACTOR * this.buildMs);
      this.dueAtMs = Math.min(this.dueAtMs, Math.max(nowMs() + NEWCOMER_DELAY_MS, newest.madeAtMs + restMs));
    }
    return this.dueAtMs;
  }

  /** Trees that still serve leaves, oldest first. */
  get kept(): readonly PublishedTree[] {
    return this.trees;
  }

  /** Returns the newest tree. Before the first tree of a home exists, it is built on request. */
  async latest(): Promise<PublishedTree> {
    return this.trees.at(-1) ?? (await this.makeNow());
  }

  find(treeId: string): PublishedTree | undefined {
    return this.trees.find((tree) => tree.treeId === treeId);
  }

  /** The newest existing tree; never builds one. */
  get newest(): PublishedTree | undefined {
    return this.trees.at(-1);
  }

  /** Returns a user's own leaf, or `undefined` if the user had no account yet. */
  leafOf({ treeId, assets }: PublishedTree, userId: number): Promise<FoundLeaf | undefined> {
    return findLeaf(this.directory.treeFile(treeId), assets, userId);
  }

  /** One at a time: concurrent calls share the tree being built. */
  makeNow(): Promise<PublishedTree> {
    this.building ??= this.make().finally(() => {
      this.building = undefined;
    });
    return this.building;
  }

  private async makeDue(): Promise<void> {
    const { nowMs, log } = this.options;
    try {
      // A caller may have requested one in the meantime.
      if (nowMs() >= this.nextAtMs) await this.makeNow();
    } catch (error) {
      if (this.closing.signal.aborted) return;
      log.warn({ err: error }, "liabilities: could not build a tree");
      this.dueAtMs = nowMs() + RETRY_DELAY_MS;
    }
    if (!this.closing.signal.aborted) this.start();
  }

  private async make(): Promise<PublishedTree> {
    const { home, engine, files, make, writeAuditEntry: enterIntoLog, nowMs, log } = this.options;
    const begunAtMs = nowMs();
    const treeId = this.directory.nextId();
    const file = this.directory.treeFile(treeId);
    const made = await make({ home, treeId, atSeq: engine.durableSeq, file }, this.closing.signal);
    const published = this.statementOf(made, await this.onChains(made));
    const { rootHash, atSeq, stateHash, leaves } = published;
    const names = this.directory.namesOf(treeId);
    await files.keep(names.tree, made.written);
    enterIntoLog(treeId, { root: rootHash, atSeq, stateHash, leaves });
    await files.keep(names.root, digestOf(this.directory.publish(published)));
    this.buildMs = nowMs() - begunAtMs;
    this.dueAtMs = nowMs() + TREE_INTERVAL_MS;
    this.trees = keptTrees([...this.trees, published], nowMs());
    await this.directory.keepOnly(this.trees, (name) => files.drop(name));
    log.info({ treeId, atSeq, rootHash }, "liabilities: a tree is published");
    return published;
  }

  /** A chain that does not answer contributes nothing; liabilities are published anyway. */
  private async onChains({ assets }: MadeTree): Promise<ReadonlyMap<number, number>> {
    try {
      const custody = await this.options.chains.custody();
      return chainHoldings(custody, (assetId) => assets[assetId]?.decimals ?? 0);
    } catch (error) {
      this.options.log.warn({ err: error }, "liabilities: could not read the balances on chains");
      return new Map();
    }
  }

  private statementOf(made: MadeTree, onChains: ReadonlyMap<number, number>): PublishedTree {
    const { playMoneyUnits, written: _, ...told } = made;
    return {
      ...told,
      totals: told.assets.map(({ symbol, decimals }, assetId) => {
        const playMoney = Math.max(0, playMoneyUnits[assetId] as number);
        const reserves = Math.min((onChains.get(assetId) ?? 0) + playMoney, Number.MAX_SAFE_INTEGER);
        return {
          asset: symbol,
          liabilities: told.totals[assetId]?.amount ?? "",
          reserves: formatDecimal(reserves, decimals),
          playMoney: formatDecimal(playMoney, decimals),
        };
      }),
      madeAtMs: this.options.nowMs(),
    };
  }
}
