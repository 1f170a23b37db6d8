import type { SettingValue } from "@candor/domain/events/setting-events";
import { ENDOWMENT_SETTING } from "@candor/domain/setting-names";
import type { Units } from "@candor/money/brand";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import type { Listings } from "../../market/market-data/listings.ts";

/**
 * Formats a setting's value for operators: the journal has an endowment in the smallest units, people use coins. All
 * other values are as in the journal.
 */
export function formatSettingValue(
  setting: string,
  value: SettingValue,
  listings: Pick<Listings, "assetBySymbol">,
): SettingValue {
  const [kind, , symbol = ""] = setting.split(".");
  if (kind !== ENDOWMENT_SETTING) return value;
  const { totalUnits } = value as { readonly totalUnits: Units };
  return { total: trimZeros(formatDecimal(totalUnits, scaleOf(symbol, listings))) };
}

function scaleOf(symbol: string, listings: Pick<Listings, "assetBySymbol">): number {
  const asset = listings.assetBySymbol(symbol);
  if (asset === undefined) throw new Error(`${symbol} has an endowment but is not listed`);
  return asset.spec.scale;
}
