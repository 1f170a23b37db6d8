import type { Hex } from "../../kit/hex.ts";
import type { ChainLedger } from "./chain-ledger.ts";
import type { ChainLog } from "./chain-log.ts";
import type { ChainPause } from "./chain-port.ts";
import type { ChainSpec } from "./chain-spec.ts";
import type { CustodyAddresses } from "./custody-addresses.ts";
import { type ChainBlock, ChainUnavailableError, type EvmChain, type NativeTransfer } from "./evm-chain.ts";
import { BlockScanner } from "./scan-block.ts";
import type { BlockRecord } from "./watch-records.ts";
import type { WatchStore } from "./watch-store.ts";

/** Number of blocks requested in parallel and stored in one write. */
const BLOCKS_AT_ONCE = 16;

export interface WatcherOptions {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly store: WatchStore;
  readonly addresses: CustodyAddresses;
  readonly nowMs: () => number;
  readonly log: ChainLog;
}

/**
 * Reads a chain block by block, linked by their hashes, and stores what concerns the exchange. The height a node claims
 * does not count: a block counts once it was read and its parent matches.
 */
export class ChainWatcher {
  private readonly options: WatcherOptions;
  private readonly scanner: BlockScanner;
  /** A block with contract calls could not be traced. */
  private isBlind = false;
  private trouble: ChainPause | undefined = "unreachable";

  constructor(options: WatcherOptions) {
    this.options = options;
    this.scanner = new BlockScanner(options.spec.assets, options.addresses);
  }

  /** Why the chain cannot be read; undefined when the last read succeeded. */
  get pause(): ChainPause | undefined {
    return this.trouble;
  }

  get ledger(): ChainLedger {
    return this.options.store.state.chain(this.options.spec.chainIndex);
  }

  get headBlock(): number {
    return this.ledger.headBlock;
  }

  /** Whether coins may have arrived that the blocks read so far do not show. */
  get mayHaveMissedCoins(): boolean {
    return this.isBlind;
  }

  /** Returns the number of blocks read from this one on, including it; 0 if it was not read yet or was removed. */
  confirmationsOf(blockNumber: number): number {
    return this.ledger.confirmationsOf(blockNumber);
  }

  /**
   * Reads new blocks. Rejects with ChainUnavailableError when the node gives no valid answer; blocks read before are
   * kept.
   * @returns whether there were new blocks
   */
  async advance(): Promise<boolean> {
    try {
      const isNew = await this.readOn();
      this.setTrouble(undefined);
      return isNew;
    } catch (error) {
      if (error instanceof WatchProblem) {
        this.setTrouble(error.pause);
        return false;
      }
      if (error instanceof ChainUnavailableError) this.setTrouble("unreachable", error);
      throw error;
    }
  }

  private async readOn(): Promise<boolean> {
    const { chain, spec } = this.options;
    const evmChainId = await chain.chainId();
    if (evmChainId !== spec.evmChainId) throw new WatchProblem("wrong-chain");
    const head = await chain.headNumber();
    let isNew = this.ledger.cursor === undefined ? await this.begin(head) : await this.revertWhatIsGone(head);
    for (;;) {
      const read = await this.readSome(head);
      isNew ||= read > 0;
      if (read < BLOCKS_AT_ONCE) return isNew;
    }
  }

  /** No address existed before, so older blocks are irrelevant. The newest blocks may still change. */
  private async begin(head: number): Promise<boolean> {
    const { firstBlock, confirmationsRequired } = this.options.spec;
    const number = firstBlock ?? Math.max(0, head - confirmationsRequired);
    const hash = await this.options.chain.blockHash(number);
    if (hash === undefined) throw new ChainUnavailableError(`block ${number} is missing`);
    await this.keep([{ number, hash, moves: [] }]);
    return true;
  }

  /** @returns the number of blocks read */
  private async readSome(head: number): Promise<number> {
    const { cursor } = this.ledger;
    if (cursor === undefined) return 0;
    const count = Math.min(BLOCKS_AT_ONCE, head - cursor.number);
    if (count <= 0) return 0;
    const read = await Promise.all(
      Array.from({ length: count }, (_, index) => this.readBlock(cursor.number + 1 + index)),
    );
    const fitting: BlockRecord[] = [];
    let { hash } = cursor;
    for (const found of read) {
      // Missing: the node does not have the height it claims. Mismatch: the chain was reorganized during the read.
      if (found === undefined || found.parentHash !== hash) break;
      fitting.push(found.record);
      ({ hash } = found.record);
    }
    if (fitting.length > 0) await this.keep(fitting);
    return fitting.length;
  }

  private async readBlock(
    number: number,
  ): Promise<{ readonly parentHash: Hex; readonly record: BlockRecord } | undefined> {
    const { chain } = this.options;
    const block = await chain.block(number);
    if (block === undefined) return undefined;
    if (block.number !== number)
      throw new ChainUnavailableError(`requested block ${number}, got ${block.number}`);
    const inside = await this.insideTransfers(block);
    const isOurs = this.scanner.needsReceipts(block) || this.scanner.concernsInside(inside);
    const moves = isOurs ? this.scanner.scan(block, await chain.receipts(block), inside) : [];
    return { parentHash: block.parentHash, record: { number, hash: block.hash, moves } };
  }

  /**
   * Returns coins that contracts moved inside the block's transactions. If the node cannot trace, reading continues;
   * missed coins show up in the balances of deposit addresses.
   */
  private async insideTransfers(block: ChainBlock): Promise<ReadonlyMap<Hex, readonly NativeTransfer[]>> {
    const { chain, spec, log } = this.options;
    if (!this.scanner.watchesCoins) return new Map();
    const found = await chain.blockTransfers(block).catch((error: unknown) => {
      if (!(error instanceof ChainUnavailableError)) throw error;
      return undefined;
    });
    if (found === undefined && !this.isBlind)
      log.warn(
        { chain: spec.chain, block: block.number },
        "the node cannot trace blocks: coins forwarded by contracts are found only by comparing balances",
      );
    this.isBlind ||= found === undefined;
    return found ?? new Map();
  }

  /** Goes back to the newest block that the node still has unchanged. */
  private async revertWhatIsGone(head: number): Promise<boolean> {
    const { chain, spec, store, nowMs, log } = this.options;
    const { recent, cursor } = this.ledger;
    if (cursor === undefined) return false;
    // A node that lags shows the same blocks, only fewer.
    let from = Math.min(head, cursor.number);
    let depth = 0;
    for (; ; depth++) {
      const known = this.ledger.hashOf(from);
      if (known === undefined) throw new WatchProblem("reorganised-too-deep");
      const found = await chain.blockHash(from);
      if (found === undefined) throw new ChainUnavailableError(`block ${from} is missing`);
      if (found === known) break;
      from--;
    }
    if (depth === 0) return false;
    log.warn(
      { chain: spec.chain, toNumber: from, blocks: cursor.number - from, kept: recent.length },
      "reorganization: blocks were removed from the chain",
    );
    await store.commit({ type: "reverted", chainIndex: spec.chainIndex, timeMs: nowMs(), toNumber: from });
    return true;
  }

  private keep(blocks: readonly BlockRecord[]): Promise<void> {
    const { spec, store, nowMs } = this.options;
    return store.commit({ type: "advanced", chainIndex: spec.chainIndex, timeMs: nowMs(), blocks });
  }

  private setTrouble(pause: ChainPause | undefined, error?: Error): void {
    if (pause === this.trouble) return;
    const { log, spec } = this.options;
    if (pause !== undefined) log.error({ chain: spec.chain, err: error }, `chain paused: ${pause}`);
    else log.info({ chain: spec.chain }, "chain resumed");
    this.trouble = pause;
  }
}

/** The node answers, but contradicts earlier blocks. */
class WatchProblem extends Error {
  readonly pause: ChainPause;

  constructor(pause: ChainPause) {
    super(pause);
    this.name = "WatchProblem";
    this.pause = pause;
  }
}
