import type { Hex } from "../../kit/hex.ts";
import type { ChainSpec } from "./chain-spec.ts";
import { weiOf } from "./chain-spec.ts";
import type { ChainWatcher } from "./chain-watcher.ts";
import type { EvmChain } from "./evm-chain.ts";
import type { WatchStore } from "./watch-store.ts";

/** Number of addresses checked per round. The next round continues after them. */
const ADDRESSES_A_ROUND = 64;

export interface SurplusOptions {
  readonly spec: ChainSpec;
  readonly chain: EvmChain;
  readonly store: WatchStore;
  readonly watcher: ChainWatcher;
}

/** Coins on a user's deposit address that no known transaction explains. */
export interface UnclaimedCoins {
  readonly userId: number;
  readonly address: Hex;
  readonly wei: bigint;
}

interface Surplus extends UnclaimedCoins {
  readonly sinceBlock: number;
}

/**
 * Finds coins forwarded by contracts when a node cannot trace blocks. Compares actual with expected balances, a few
 * addresses per round. Credits nothing: an operator has to name the transaction.
 */
export class SurplusSearch {
  private readonly options: SurplusOptions;
  private readonly found = new Map<Hex, Surplus>();
  private next = 0;

  constructor(options: SurplusOptions) {
    this.options = options;
  }

  /** Ignores amounts below the minimum deposit, so that dust raises no alarm, and amounts that a reorganization may undo. */
  unclaimed(): readonly UnclaimedCoins[] {
    const { spec, watcher } = this.options;
    return [...this.found.values()].filter(
      ({ sinceBlock }) => watcher.confirmationsOf(sinceBlock) >= spec.confirmationsRequired,
    );
  }

  /** Rejects with ChainUnavailableError. */
  async run(): Promise<void> {
    const { spec, store, watcher } = this.options;
    const native = spec.assets.find(({ token }) => token === null);
    if (native === undefined || !watcher.mayHaveMissedCoins) return;
    const issued = store.state.issuedAddresses();
    const some = issued.slice(this.next, this.next + ADDRESSES_A_ROUND);
    this.next = this.next + some.length >= issued.length ? 0 : this.next + some.length;
    const surpluses = await Promise.all(some.map(([, address]) => this.surplusOf(native.assetId, address)));
    for (const [index, [userId, address]] of some.entries()) {
      const wei = surpluses[index] ?? 0n;
      if (wei < weiOf(native, native.minDepositUnits)) this.found.delete(address);
      else {
        const sinceBlock = this.found.get(address)?.sinceBlock ?? watcher.headBlock;
        this.found.set(address, { userId, address, wei, sinceBlock });
      }
    }
  }

  /** Reads at the last read block. */
  async surplusOf(assetId: number, address: Hex): Promise<bigint> {
    const { chain, watcher } = this.options;
    const { ledger, headBlock } = watcher;
    const expected = ledger.holding(assetId, address);
    return (await chain.balance(address, headBlock)) - expected;
  }
}
