import type { Units } from "@candor/money/brand";
import type { Hex } from "../../kit/hex.ts";
import type { ChainAssetView, ChainView } from "./chain-port.ts";

/** Configuration of one chain. */
export interface ChainSpec extends Omit<ChainView, "paused" | "unconfirmed" | "headBlock" | "assets"> {
  readonly assets: readonly ChainAsset[];
  readonly pollMs: number;
  /** Watching a new chain starts after this block; undefined means shortly before the newest. */
  readonly firstBlock: number | undefined;
}

export interface ChainAsset extends Omit<ChainAssetView, "contractAddress" | "minDepositWei"> {
  /** Null for the chain's own coin. */
  readonly token: Hex | null;
  /** Chain units in one exchange unit: wei in 1e-8 ETH. At least 1. */
  readonly weiPerUnit: bigint;
}

/**
 * Returns chain units in one exchange unit. Throws when the chain's unit is coarser than the exchange's, since some
 * balances could then not be paid.
 */
export function weiPerUnit(symbol: string, chainDecimals: number, scale: number): bigint {
  if (!Number.isInteger(chainDecimals) || chainDecimals < scale || chainDecimals > 36)
    throw new RangeError(`${symbol} has ${chainDecimals} decimals on the chain but ${scale} on the exchange`);
  return 10n ** BigInt(chainDecimals - scale);
}

/**
 * Converts an amount to exchange units, rounded down; the rest stays in custody as uncredited. Returns undefined when
 * it exceeds the range of units.
 */
export function unitsOf(asset: Pick<ChainAsset, "weiPerUnit">, wei: bigint): Units | undefined {
  const units = wei / asset.weiPerUnit;
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : (Number(units) as Units);
}

export const weiOf = (asset: ChainAsset, units: number): bigint => BigInt(units) * asset.weiPerUnit;

/** Returns the wire id of an EVM chain. */
export const chainIdText = (evmChainId: number): string => `evm-${evmChainId}`;
