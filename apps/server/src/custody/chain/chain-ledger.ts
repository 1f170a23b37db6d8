import type { Hex } from "../../kit/hex.ts";
import type { BlockRecord, ChainRecord, Move } from "./watch-records.ts";

/** Number of blocks that can be undone. A deeper reorganization pauses the chain. */
export const REORGANISATION_WINDOW_BLOCKS = 256;

/** Total movements of one asset since watching began, in the chain's smallest unit. */
export interface AssetTotals {
  /** Received on deposit addresses from outside, credited or not. */
  deposited: bigint;
  /** The platform's own money. */
  refilled: bigint;
  paid: bigint;
  gas: bigint;
}

/**
 * State of one chain from the blocks read so far: the newest block and the expected holdings of each custody address.
 * The last blocks can be undone.
 */
export class ChainLedger {
  readonly chainIndex: number;
  private blocks: BlockRecord[] = [];
  private readonly totalsByAsset = new Map<number, AssetTotals>();
  /** By asset, then by address. Contains no zeros. */
  private readonly holdingsByAsset = new Map<number, Map<Hex, bigint>>();

  constructor(chainIndex: number) {
    this.chainIndex = chainIndex;
  }

  /** The newest block read. */
  get cursor(): BlockRecord | undefined {
    return this.blocks.at(-1);
  }

  /** Number of the newest block read; 0 before the first. */
  get headBlock(): number {
    return this.cursor?.number ?? 0;
  }

  /** Returns the number of blocks read from this one on, including it; 0 if it was not read yet or was removed. */
  confirmationsOf(blockNumber: number): number {
    return Math.max(0, this.headBlock - blockNumber + 1);
  }

  /** Oldest first; the last one is the cursor. */
  get recent(): readonly BlockRecord[] {
    return this.blocks;
  }

  /** Returns undefined when the block was not read or is older than the window. */
  hashOf(number: number): Hex | undefined {
    const last = this.cursor;
    return last === undefined ? undefined : this.blocks.at(number - last.number - 1)?.hash;
  }

  totals(assetId: number): AssetTotals {
    let totals = this.totalsByAsset.get(assetId);
    if (totals === undefined) {
      totals = { deposited: 0n, refilled: 0n, paid: 0n, gas: 0n };
      this.totalsByAsset.set(assetId, totals);
    }
    return totals;
  }

  /** Returns the expected holdings of an address. Coins forwarded by internal calls of contracts are missing. */
  holding(assetId: number, address: Hex): bigint {
    return this.holdingsByAsset.get(assetId)?.get(address) ?? 0n;
  }

  holdings(assetId: number): ReadonlyMap<Hex, bigint> {
    return this.holdingsByAsset.get(assetId) ?? new Map();
  }

  advance(block: BlockRecord, addressOf: (userId: number) => Hex): void {
    const last = this.cursor;
    if (last !== undefined && block.number !== last.number + 1)
      throw new RangeError(`block ${block.number} does not follow block ${last.number}`);
    this.blocks.push(block);
    if (this.blocks.length > 2 * REORGANISATION_WINDOW_BLOCKS)
      this.blocks = this.blocks.slice(-REORGANISATION_WINDOW_BLOCKS);
    for (const move of block.moves) this.post(move, 1n, addressOf);
  }

  /** Adds a move found later in an already read block. It is undone with its block. */
  addFound(blockNumber: number, move: Move, addressOf: (userId: number) => Hex): void {
    const at = this.blocks.findIndex(({ number }) => number === blockNumber);
    const block = this.blocks[at];
    if (block !== undefined) this.blocks[at] = { ...block, moves: [...block.moves, move] };
    this.post(move, 1n, addressOf);
  }

  /** @returns the undone blocks, newest first */
  revert(toNumber: number, addressOf: (userId: number) => Hex): readonly BlockRecord[] {
    const undone: BlockRecord[] = [];
    for (let last = this.cursor; last !== undefined && last.number > toNumber; last = this.cursor) {
      for (const move of last.moves.toReversed()) this.post(move, -1n, addressOf);
      undone.push(last);
      this.blocks.pop();
    }
    return undone;
  }

  record(): ChainRecord {
    const digits = (amount: bigint): string => amount.toString();
    return {
      chainIndex: this.chainIndex,
      recent: this.blocks.slice(-REORGANISATION_WINDOW_BLOCKS),
      totals: [...this.totalsByAsset].map(([assetId, { deposited, refilled, paid, gas }]) => ({
        assetId,
        deposited: digits(deposited),
        refilled: digits(refilled),
        paid: digits(paid),
        gas: digits(gas),
      })),
      holdings: [...this.holdingsByAsset].flatMap(([assetId, holdings]) =>
        [...holdings].map(([address, amount]) => ({ assetId, address, amount: digits(amount) })),
      ),
    };
  }

  restore({ recent, totals, holdings }: ChainRecord): void {
    this.blocks = [...recent];
    for (const { assetId, deposited, refilled, paid, gas } of totals) {
      this.totalsByAsset.set(assetId, {
        deposited: BigInt(deposited),
        refilled: BigInt(refilled),
        paid: BigInt(paid),
        gas: BigInt(gas),
      });
    }
    for (const { assetId, address, amount } of holdings) this.hold(assetId, address, BigInt(amount));
  }

  private post(move: Move, sign: 1n | -1n, addressOf: (userId: number) => Hex): void {
    const amount = sign * BigInt(move.amount);
    const totals = this.totals(move.assetId);
    switch (move.kind) {
      case "deposit":
        if (move.failed) return;
        totals.deposited += amount;
        return this.hold(move.assetId, addressOf(move.userId), amount);
      case "refill":
        totals.refilled += amount;
        return this.hold(move.assetId, move.address, amount);
      case "payment":
        totals.paid += amount;
        return this.hold(move.assetId, move.address, -amount);
      case "gas":
        totals.gas += amount;
        return this.hold(move.assetId, move.address, -amount);
      case "sweep":
        this.hold(move.assetId, move.address, -amount);
        return this.hold(move.assetId, move.to, amount);
    }
  }

  private hold(assetId: number, address: Hex, change: bigint): void {
    let holdings = this.holdingsByAsset.get(assetId);
    if (holdings === undefined) {
      holdings = new Map();
      this.holdingsByAsset.set(assetId, holdings);
    }
    const held = (holdings.get(address) ?? 0n) + change;
    // Negative for a while when an internal call has paid in; custody figures show the difference.
    if (held === 0n) holdings.delete(address);
    else holdings.set(address, held);
  }
}
