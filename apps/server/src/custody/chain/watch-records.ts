import type { DepositReason, DepositStatus } from "@candor/domain/enumerations";
import type { Hex } from "../../kit/hex.ts";

/**
 * What the watcher keeps: which blocks it has read and what in them concerned the exchange. Amounts are decimal digits
 * in the chain's smallest unit. Append only: old records are read for ever.
 */
export type WatchRecord =
  | { readonly type: "chain-registered"; readonly chainIndex: number; readonly evmChainId: number }
  | { readonly type: "address-issued"; readonly userId: number; readonly address: Hex }
  | {
      readonly type: "advanced";
      readonly chainIndex: number;
      readonly timeMs: number;
      /** Each follows the one before; the first follows the cursor, or begins the watch. */
      readonly blocks: readonly BlockRecord[];
    }
  | {
      /** Blocks above `toNumber` are no longer part of the chain. */
      readonly type: "reverted";
      readonly chainIndex: number;
      readonly timeMs: number;
      readonly toNumber: number;
    }
  | { readonly type: "confirmed"; readonly timeMs: number; readonly depositIds: readonly string[] }
  /** Decided; the exchange is told next. After a crash it is told again, before anything else is looked at. */
  | { readonly type: "crediting"; readonly timeMs: number; readonly depositIds: readonly string[] }
  | { readonly type: "credited"; readonly timeMs: number; readonly depositId: string; readonly seq: number }
  | {
      readonly type: "ignored";
      readonly timeMs: number;
      readonly depositId: string;
      readonly reason: DepositReason;
    }
  /** It arrived and cannot be credited: an operator decides. */
  | {
      readonly type: "held";
      readonly timeMs: number;
      readonly depositId: string;
      readonly reason: DepositReason;
    }
  /** An operator, or an asset that is offered again: it is to be credited after all, if the chain still shows it. */
  | { readonly type: "reopened"; readonly timeMs: number; readonly depositId: string }
  /** An operator settled it outside the exchange, and says how. */
  | { readonly type: "settled"; readonly timeMs: number; readonly depositId: string; readonly note: string }
  /** An operator named the transaction of coins that no block had shown. */
  | {
      readonly type: "found";
      readonly chainIndex: number;
      readonly timeMs: number;
      readonly blockNumber: number;
      readonly move: DepositMove;
    }
  /** How an asset is counted on a chain, so that what is no longer offered can still be told. */
  | {
      readonly type: "asset-known";
      readonly chainIndex: number;
      readonly assetId: number;
      readonly decimals: number;
    }
  /** An operator says that the platform bears a credited deposit which a reorganisation took away. */
  | { readonly type: "loss-accepted"; readonly timeMs: number; readonly depositId: string }
  | { readonly type: "kept-deposit"; readonly deposit: DepositRecord }
  | { readonly type: "kept-chain"; readonly chain: ChainRecord };

export interface BlockRecord {
  readonly number: number;
  readonly hash: Hex;
  readonly moves: readonly Move[];
}

export type DepositMove = Extract<Move, { kind: "deposit" }>;

/** Something in a block that changed what the exchange holds on the chain, or was meant to. */
export type Move =
  | {
      /** Somebody paid a user's deposit address. */
      readonly kind: "deposit";
      readonly txHash: Hex;
      readonly position: number;
      readonly assetId: number;
      readonly amount: string;
      readonly userId: number;
      /** Why it will not be credited; null: it will. */
      readonly reason: DepositReason | null;
      /** The transaction failed: nothing arrived. */
      readonly failed: boolean;
      /** An operator says so, and the address's balance bears it out: the node cannot trace it. */
      readonly claimed?: boolean | undefined;
    }
  /** The platform's own money into custody: a refill of the hot wallet, gas for a deposit address. */
  | {
      readonly kind: "refill";
      readonly txHash: Hex;
      readonly assetId: number;
      readonly amount: string;
      readonly address: Hex;
    }
  /** Out of custody: a withdrawal, from the hot wallet. */
  | {
      readonly kind: "payment";
      readonly txHash: Hex;
      readonly assetId: number;
      readonly amount: string;
      readonly address: Hex;
      readonly to: Hex;
    }
  /** From one address of the custody to another. */
  | {
      readonly kind: "sweep";
      readonly txHash: Hex;
      readonly assetId: number;
      readonly amount: string;
      readonly address: Hex;
      readonly to: Hex;
    }
  /** What an address of the custody paid for gas. */
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
  /** The exchange may know of it already. */
  readonly crediting: boolean;
  /** Credited, and then its block was undone and it has not come back. */
  readonly orphaned: boolean;
  /** An operator said that the platform bears it. */
  readonly lossAccepted: boolean;
  /** By an operator's word and the address's balance. */
  readonly claimed?: boolean | undefined;
  /** What became of it outside the exchange, in an operator's words; undefined: nothing that was said. */
  readonly note?: string | undefined;
  readonly creditSeq: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** All of a chain but its deposits, for a fresh generation of the journal. */
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
