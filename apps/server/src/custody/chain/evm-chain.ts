import type { Hex } from "../../kit/hex.ts";
/**
 * One EVM chain as used by the watcher, the executor and the sweeper: a node over JSON-RPC, or the in-process
 * simulation. Only the format of answers is checked here; callers decide what to trust. Every call rejects with
 * ChainUnavailableError when no valid answer arrived.
 */
export interface EvmChain {
  /** As reported by the node, queried each time. */
  chainId(): Promise<number>;
  /** Number of the newest block, as reported by the node. */
  headNumber(): Promise<number>;
  /**
   * The newest block that is not expected to be undone: the `safe` or `finalized` tag of a public chain, the stored
   * block of a development chain. Undefined when the chain has neither.
   */
  settledNumber(): Promise<number | undefined>;
  /** Includes all transactions. Undefined when the node does not have it. */
  block(number: number): Promise<ChainBlock | undefined>;
  blockHash(number: number): Promise<Hex | undefined>;
  /** Returns the receipts of all transactions of the block, in order. */
  receipts(block: ChainBlock): Promise<readonly Receipt[]>;
  transaction(hash: Hex): Promise<ChainTransaction | undefined>;
  /** Undefined when not mined or unknown. */
  receipt(hash: Hex): Promise<Receipt | undefined>;
  /** Balance of the chain's own coin in wei, at a block or at the newest. */
  balance(address: Hex, blockNumber?: number): Promise<bigint>;
  tokenBalance(token: Hex, owner: Hex, blockNumber?: number): Promise<bigint>;
  /** Number of transactions sent so far: mined ones, or including pending ones. */
  nonce(address: Hex, including: "mined" | "pending"): Promise<number>;
  feeRates(): Promise<FeeRates>;
  /** Returns the result a call would have at the newest block. */
  simulate(call: ContractCall): Promise<SimulatedCall>;
  broadcast(signedTransaction: Hex): Promise<BroadcastResult>;
  /**
   * Returns coins that contracts forwarded inside the block's transactions, by hash, in call order; undefined when the
   * node cannot trace.
   */
  blockTransfers(block: ChainBlock): Promise<ReadonlyMap<Hex, readonly NativeTransfer[]> | undefined>;
  /** The same for one transaction. */
  internalTransfers(hash: Hex): Promise<readonly NativeTransfer[] | undefined>;
}

export interface ChainBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timeMs: number;
  /** Bloom filter of 256 bytes over the contracts that logged. */
  readonly logsBloom: Hex;
  readonly gasUsed: bigint;
  readonly transactions: readonly ChainTransaction[];
}

export interface ChainTransaction {
  readonly hash: Hex;
  readonly from: Hex;
  /** Null creates a contract. */
  readonly to: Hex | null;
  readonly value: bigint;
  readonly input: Hex;
  /** Null when not mined. */
  readonly blockNumber: number | null;
}

export interface Receipt {
  readonly txHash: Hex;
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly succeeded: boolean;
  /** Gas fee in wei paid by the sender. */
  readonly feePaid: bigint;
  /** Its logs in the format of an ERC-20 transfer, of any contract. */
  readonly transfers: readonly TransferLog[];
}

export interface TransferLog {
  /** The contract that logged it. Anyone can write such a log. */
  readonly token: Hex;
  readonly from: Hex;
  readonly to: Hex;
  readonly amount: bigint;
  /** Index among the logs of its transaction, from 0. Unlike the index in the block, it survives a reorganization. */
  readonly position: number;
}

export interface NativeTransfer {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
}

export interface FeeRates {
  /** Wei per unit of gas in the next block, burned. */
  readonly baseFeePerGas: bigint;
  readonly priorityFeePerGas: bigint;
}

export interface ContractCall {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
}

export type SimulatedCall =
  | { readonly kind: "succeeds"; readonly gas: bigint }
  /** The chain itself reports that it would revert. */
  | { readonly kind: "reverts" }
  | { readonly kind: "unfunded" };

export type BroadcastResult =
  /** The node has it, newly or from before. */
  | { readonly kind: "accepted" }
  /** This transaction, or another with its nonce, is mined. */
  | { readonly kind: "nonce-used" }
  /** Another transaction with its nonce is pending and pays about as much, or the base fee exceeds its limit. */
  | { readonly kind: "underpriced" }
  | { readonly kind: "refused"; readonly reason: string };

export class ChainUnavailableError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`chain unavailable: ${what}`, options);
    this.name = "ChainUnavailableError";
  }
}
