import type { Hex } from "../../kit/hex.ts";
import { transferCall } from "../signer/erc20.ts";
import { type ChainAsset, weiOf } from "./chain-spec.ts";
import type { ContractCall, FeeRates, Receipt } from "./evm-chain.ts";

/** Wei per unit of gas. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

const RAISE_NUMERATOR = 9n;
const RAISE_DENOMINATOR = 8n;

/** Allows the base fee to double before mining; the unused part is not charged. EIP-1559. */
export function feesFor({ baseFeePerGas, priorityFeePerGas }: FeeRates): Fees {
  return {
    maxFeePerGas: 2n * baseFeePerGas + priorityFeePerGas,
    maxPriorityFeePerGas: priorityFeePerGas,
  };
}

/** Raises the previous offer by an eighth, or to the current rates if those are higher. */
export function raisedFees(before: Fees, rates: FeeRates): Fees {
  const now = feesFor(rates);
  const raise = (fee: bigint): bigint => (fee * RAISE_NUMERATOR) / RAISE_DENOMINATOR + 1n;
  const maxPriorityFeePerGas = max(raise(before.maxPriorityFeePerGas), now.maxPriorityFeePerGas);
  return {
    maxPriorityFeePerGas,
    maxFeePerGas: max(max(raise(before.maxFeePerGas), now.maxFeePerGas), maxPriorityFeePerGas),
  };
}

export function transferOf(asset: ChainAsset, from: Hex, to: Hex, wei: bigint): ContractCall {
  return asset.token === null
    ? { from, to, value: wei, data: "0x" }
    : { from, to: asset.token, value: 0n, data: transferCall(to, wei) };
}

/** Whether the transaction really paid: a token may do nothing without an error. */
export function transferSucceeded(
  receipt: Receipt,
  asset: ChainAsset,
  from: Hex,
  to: Hex,
  units: number,
): boolean {
  if (!receipt.succeeded) return false;
  if (asset.token === null) return true;
  const amount = weiOf(asset, units);
  return receipt.transfers.some(
    (log) => log.token === asset.token && log.from === from && log.to === to && log.amount === amount,
  );
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
