import type { Hex } from "../../kit/hex.ts";
/**
 * One EVM chain as the watcher, the executor and the sweeper see it: a node over JSON-RPC, or the simulation in this
 * process. What a node says is checked for form only; what is believed is decided by those who ask. Every call rejects
 * with ChainUnavailableError when no sensible answer came.
 */
export interface EvmChain {
  /** As the node says, asked again each time. */
  chainId(): Promise<number>;
  /** Number of the newest block, as the node says. */
  headNumber(): Promise<number>;
  /**
   * The newest block that is not expected to be undone: the `safe` or `finalized` tag of a public chain, what is on
   * disk of a development chain. Undefined: this chain has no such notion.
   */
  settledNumber(): Promise<number | undefined>;
  /** With all its transactions; undefined: the node does not have it. */
  block(number: number): Promise<ChainBlock | undefined>;
  blockHash(number: number): Promise<Hex | undefined>;
  /** Of all transactions of the block, in their order. */
  receipts(block: ChainBlock): Promise<readonly Receipt[]>;
  transaction(hash: Hex): Promise<ChainTransaction | undefined>;
  /** Undefined: not mined, or unknown. */
  receipt(hash: Hex): Promise<Receipt | undefined>;
  /** Of the chain's own coin, in wei; at a block, or at the newest. */
  balance(address: Hex, blockNumber?: number): Promise<bigint>;
  tokenBalance(token: Hex, owner: Hex, blockNumber?: number): Promise<bigint>;
  /** Transactions sent so far: mined ones, or with those that wait. */
  nonce(address: Hex, including: "mined" | "pending"): Promise<number>;
  feeRates(): Promise<FeeRates>;
  /** What would become of a call at the newest block. */
  simulate(call: ContractCall): Promise<SimulatedCall>;
  broadcast(signedTransaction: Hex): Promise<BroadcastResult>;
  /**
   * Coins that contracts sent on inside the block's transactions, by hash, in the order of their calls; undefined: this
   * node cannot tell.
   */
  blockTransfers(block: ChainBlock): Promise<ReadonlyMap<Hex, readonly NativeTransfer[]> | undefined>;
  /** The same of one transaction. */
  internalTransfers(hash: Hex): Promise<readonly NativeTransfer[] | undefined>;
}

export interface ChainBlock {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  readonly timeMs: number;
  /** 256 bytes in which every contract that logged something has left its marks. */
  readonly logsBloom: Hex;
  readonly gasUsed: bigint;
  readonly transactions: readonly ChainTransaction[];
}

export interface ChainTransaction {
  readonly hash: Hex;
  readonly from: Hex;
  /** Null: makes a contract. */
  readonly to: Hex | null;
  readonly value: bigint;
  readonly input: Hex;
  /** Null: not mined. */
  readonly blockNumber: number | null;
}

export interface Receipt {
  readonly txHash: Hex;
  readonly blockNumber: number;
  readonly blockHash: Hex;
  readonly succeeded: boolean;
  /** Wei that the sender paid for gas. */
  readonly feePaid: bigint;
  /** Its logs that have the form of an ERC-20 transfer, of whatever contract. */
  readonly transfers: readonly TransferLog[];
}

export interface TransferLog {
  /** The contract that says so; anybody can write such a log. */
  readonly token: Hex;
  readonly from: Hex;
  readonly to: Hex;
  readonly amount: bigint;
  /** Place among the logs of its transaction, from 0: unlike the place in the block, a reorganisation keeps it. */
  readonly position: number;
}

export interface NativeTransfer {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
}

export interface FeeRates {
  /** Wei a unit of gas in the next block, burnt. */
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
  /** The chain itself says that it would be undone. */
  | { readonly kind: "reverts" }
  | { readonly kind: "unfunded" };

export type BroadcastResult =
  /** The node has it now, or had it before. */
  | { readonly kind: "accepted" }
  /** This or another transaction with its nonce is mined. */
  | { readonly kind: "nonce-used" }
  /** Another one with its nonce waits and pays about as much, or the base fee is above its limit. */
  | { readonly kind: "underpriced" }
  | { readonly kind: "refused"; readonly reason: string };

export class ChainUnavailableError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`the chain does not answer: ${what}`, options);
    this.name = "ChainUnavailableError";
  }
}
