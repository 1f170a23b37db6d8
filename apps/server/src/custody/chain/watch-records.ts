import type { DepositReason, DepositStatus } from "@candor/domain/enumerations";
import type { Hex } from "../../kit/hex.ts";

/**
 * Journal records of the watcher: the blocks it has read and what in them concerned the exchange. Amounts are decimal
 * digits in the chain's smallest unit. Append only: old records must stay readable.
 */
export type WatchRecord =
  | { readonly type: "chain-registered"; readonly chainIndex: number; readonly evmChainId: number }
  | { readonly type: "address-issued"; readonly userId: number; readonly address: Hex }
  | {
      readonly type: "advanced";
      readonly chainIndex: number;
      readonly timeMs: number;
      /** Each block follows the previous one; the first follows the cursor, or starts the watch. */
      readonly blocks: readonly BlockRecord[];
    }
  | {
      /** Blocks above `toNumber` were removed from the chain. */
      readonly type: "reverted";
      readonly chainIndex: number;
      readonly timeMs: number;
      readonly toNumber: number;
    }
  | { readonly type: "confirmed"; readonly timeMs: number; readonly depositIds: readonly string[] }
  /** Decided, and about to be sent to the exchange. After a crash it is sent again before anything else. */
  | { readonly type: "crediting"; readonly timeMs: number; readonly depositIds: readonly string[] }
  | { readonly type: "credited"; readonly timeMs: number; readonly depositId: string; readonly seq: number }
  | {
      readonly type: "ignored";
      readonly timeMs: number;
      readonly depositId: string;
      readonly reason: DepositReason;
    }
  /** It arrived but cannot be credited; an operator decides. */
  | {
      readonly type: "held";
      readonly timeMs: number;
      readonly depositId: string;
      readonly reason: DepositReason;
    }
  /**
   * To be credited after all, if the chain still shows it, because an operator decided so or the asset is offered
   * again.
   */
  | { readonly type: "reopened"; readonly timeMs: number; readonly depositId: string }
  /** An operator settled it outside the exchange, with a note. */
  | { readonly type: "settled"; readonly timeMs: number; readonly depositId: string; readonly note: string }
  /** An operator named the transaction of coins that no block showed. */
  | {
      readonly type: "found";
      readonly chainIndex: number;
      readonly timeMs: number;
      readonly blockNumber: number;
      readonly move: DepositMove;
    }
  /** Decimals of an asset on a chain, so that deposits of assets no longer offered can still be displayed. */
  | {
      readonly type: "asset-known";
      readonly chainIndex: number;
      readonly assetId: number;
      readonly decimals: number;
    }
  /** An operator accepted that the platform bears the loss of a credited deposit removed by a reorganization. */
  | { readonly type: "loss-accepted"; readonly timeMs: number; readonly depositId: string }
  | { readonly type: "kept-deposit"; readonly deposit: DepositRecord }
  | { readonly type: "kept-chain"; readonly chain: ChainRecord };

export interface BlockRecord {
  readonly number: number;
  readonly hash: Hex;
  readonly moves: readonly Move[];
}

export type DepositMove = Extract<Move, { kind: "deposit" }>;

/** A transfer in a block that changed the exchange's holdings on the chain, or was meant to. */
export type Move =
  | {
      /** A payment to a user's deposit address. */
      readonly kind: "deposit";
      readonly txHash: Hex;
      readonly position: number;
      readonly assetId: number;
      readonly amount: string;
      readonly userId: number;
      /** Why it will not be credited; null if it will be. */
      readonly reason: DepositReason | null;
      /** The transaction failed: nothing arrived. */
      readonly failed: boolean;
      /** Claimed by an operator and covered by the address's balance; the node cannot trace it. */
      readonly claimed?: boolean | undefined;
    }
  /** The platform's own money into custody: a refill of the hot wallet, or gas for a deposit address. */
  | {
      readonly kind: "refill";
      readonly txHash: Hex;
      readonly assetId: number;
      readonly amount: string;
      readonly address: Hex;
    }
  /** Out of custody: a withdrawal from the hot wallet. */
  | {
      readonly kind: "payment";
      readonly txHash: Hex;
      readonly assetId: number;
      readonly amount: string;
      readonly address: Hex;
      readonly to: Hex;
    }
  /** Between two custody addresses. */
  | {
      readonly kind: "sweep";
      readonly txHash: Hex;
      readonly assetId: number;
      readonly amount: string;
      readonly address: Hex;
      readonly to: Hex;
    }
  /** Gas paid by a custody address. */
  | {
      readonly kind: "gas";
      readonly txHash: Hex;
      readonly assetId: number;
      readonly amount: string;
      readonly address: Hex;
    };

export interface DepositRecord {
  readonly depositId: string;
  readonly chainIndex: number;
  readonly txHash: Hex;
  readonly position: number;
  readonly userId: number;
  readonly assetId: number;
  readonly amount: string;
  readonly blockNumber: number;
  readonly status: DepositStatus;
  readonly reason: DepositReason | null;
  /** It may already be credited in the exchange. */
  readonly crediting: boolean;
  /** Credited, but its block was undone and it has not been mined again. */
  readonly orphaned: boolean;
  /** An operator accepted the loss for the platform. */
  readonly lossAccepted: boolean;
  /** Based on an operator's claim and the address's balance. */
  readonly claimed?: boolean | undefined;
  /** The operator's note on how it was settled outside the exchange; undefined if there is none. */
  readonly note?: string | undefined;
  readonly creditSeq: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** State of a chain without its deposits, for rewriting the journal. */
export interface ChainRecord {
  readonly chainIndex: number;
  readonly recent: readonly BlockRecord[];
  /** By asset. */
  readonly totals: readonly {
    readonly assetId: number;
    readonly deposited: string;
    readonly refilled: string;
    readonly paid: string;
    readonly gas: string;
  }[];
  readonly holdings: readonly { readonly assetId: number; readonly address: Hex; readonly amount: string }[];
}
