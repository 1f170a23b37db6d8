import { trimZeros } from "@candor/money/decimal";
import { getAddress } from "viem/utils";
import { COIN_DECIMALS } from "../../config/chain/network-settings.ts";
import { type DepositView } from "./chain-port.ts";
import { type ChainSpec, unitsOf } from "./chain-spec.ts";
import type { DepositRecord } from "./watch-records.ts";
import type { WatchState } from "./watch-state.ts";

/** Returns the public view of a deposit; undefined when the asset was never offered on this chain. */
export function depositView(
  spec: ChainSpec,
  state: WatchState,
  deposit: DepositRecord,
): DepositView | undefined {
  const { depositId, userId, assetId, chainIndex, txHash, position, status, reason, creditSeq } = deposit;
  const asset = spec.assets.find((each) => each.assetId === assetId);
  const chainDecimals = asset?.chainDecimals ?? state.decimalsOf(chainIndex, assetId);
  const address = state.issuedAddressOf(userId);
  if (chainDecimals === undefined || address === undefined) return undefined;
  const { confirmationsRequired } = spec;
  const isGone = reason === "reorganised" || deposit.orphaned;
  const confirmations = isGone ? 0 : state.chain(chainIndex).confirmationsOf(deposit.blockNumber);
  return {
    depositId,
    userId,
    assetId,
    chainIndex,
    amountUnits: asset === undefined ? undefined : unitsOf(asset, BigInt(deposit.amount)),
    amountWei: deposit.amount,
    chainDecimals,
    address: getAddress(address),
    txHash,
    logIndex: position,
    status,
    reason,
    note: deposit.note ?? null,
    confirmations: Math.min(confirmations, confirmationsRequired),
    confirmationsRequired,
    creditSeq,
    createdAtMs: deposit.createdAtMs,
    updatedAtMs: deposit.updatedAtMs,
  };
}

/**
 * Writes an amount in the chain's smallest unit as a decimal.
 * @param units a bigint or its digits; may be negative
 */
export function decimalOf(units: bigint | string, decimals: number): string {
  const text = String(units);
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return sign + trimZeros(`${digits.slice(0, point)}.${digits.slice(point)}`);
}

/** Parses a decimal amount of the chain's own coin, with at most 18 decimals. */
export function weiOfCoins(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(COIN_DECIMALS, "0"));
}
