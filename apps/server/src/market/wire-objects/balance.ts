import type { BalanceState } from "@candor/domain/engine-port";
import { formatDecimal } from "@candor/money/decimal";
import type { WireBalance } from "@candor/wire/objects";
import type { ListedAsset } from "../market-data/listings.ts";

export function toWireBalance(balance: BalanceState, asset: ListedAsset): WireBalance {
  const { symbol, scale } = asset.spec;
  return {
    wallet: balance.wallet,
    asset: symbol,
    available: formatDecimal(balance.availableUnits, scale),
    frozen: formatDecimal(balance.frozenUnits, scale),
  };
}
