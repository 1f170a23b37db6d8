import { serialize } from "node:v8";
import { readClone } from "../../../kit/link/read-clone.ts";
import type { EvmChain } from "../evm-chain.ts";
import type { DevelopmentChain } from "./development-chain.ts";

/**
 * Messages between a core and a development chain in a process of its own. They carry structured clones, because both
 * sides have certificates of one authority and amounts are bigints.
 */

/** What a core may call. */
export const CHAIN_METHODS = [
  "chainId",
  "headNumber",
  "settledNumber",
  "block",
  "blockHash",
  "receipts",
  "transaction",
  "receipt",
  "balance",
  "tokenBalance",
  "nonce",
  "feeRates",
  "simulate",
  "broadcast",
  "blockTransfers",
  "internalTransfers",
] as const satisfies readonly (keyof EvmChain)[];
export const OWN_METHODS = [
  "send",
  "waitingTransactions",
  "mine",
] as const satisfies readonly (keyof DevelopmentChain)[];

export type ChainMethod = (typeof CHAIN_METHODS)[number] | (typeof OWN_METHODS)[number];

/** First message of the chain on a new connection. */
export interface ChainDescription
  extends Pick<DevelopmentChain, "kind" | "evmChainId" | "tokens" | "faucet"> {
  readonly version: number;
}
export const CHAIN_VERSION = 1;

export interface ChainRequest {
  readonly id: number;
  readonly method: ChainMethod;
  readonly args: readonly unknown[];
}

export type ChainReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

/** A block with all its transactions, or the receipts of one. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

export const encodeCall = (message: ChainDescription | ChainRequest | ChainReply): Uint8Array =>
  serialize(message);
/** Throws when the bytes are not a structured clone, or one that is much larger than they are. */
export const decodeCall = (bytes: Uint8Array): unknown => readClone(bytes);
