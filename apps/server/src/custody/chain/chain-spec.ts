import type { Units } from "@candor/money/brand";
import type { Hex } from "../../kit/hex.ts";
import type { ChainAssetView, ChainView } from "./chain-port.ts";

/** One chain as it is configured. */
export interface ChainSpec extends Omit<ChainView, "paused" | "unconfirmed" | "headBlock" | "assets"> {
  readonly assets: readonly ChainAsset[];
  readonly pollMs: number;
  /** The watch of a new chain begins after this block; undefined: shortly before the newest. */
  readonly firstBlock: number | undefined;
}

export interface ChainAsset extends Omit<ChainAssetView, "contractAddress" | "minDepositWei"> {
  /** Null: the chain's own coin. */
  readonly token: Hex | null;
  /** What the chain counts in one of the exchange's units: wei in 1e-8 ETH. At least 1. */
  readonly weiPerUnit: bigint;
}

/**
 * Throws when the chain counts an asset more coarsely than the exchange does: then a balance could not always be paid.
 */
export function weiPerUnit(symbol: string, chainDecimals: number, scale: number): bigint {
  if (!Number.isInteger(chainDecimals) || chainDecimals < scale || chainDecimals > 36)
    throw new RangeError(`${symbol} has ${chainDecimals} decimals on the chain and ${scale} here`);
  return 10n ** BigInt(chainDecimals - scale);
}

/**
 * What the exchange can count of an amount, rounded down; the rest stays with the custody as uncredited. Undefined: it is
 * more than the exchange can count.
 */
export function unitsOf(asset: Pick<ChainAsset, "weiPerUnit">, wei: bigint): Units | undefined {
  const units = wei / asset.weiPerUnit;
  return units > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : (Number(units) as Units);
}

export const weiOf = (asset: ChainAsset, units: number): bigint => BigInt(units) * asset.weiPerUnit;

/** The wire's id of an EVM chain. */
export const chainIdText = (evmChainId: number): string => `evm-${evmChainId}`;
