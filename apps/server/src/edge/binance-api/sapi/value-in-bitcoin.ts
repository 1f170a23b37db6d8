import { formatDecimal, powerOfTen } from "@candor/money/decimal";
import type { ListedAsset } from "../../../market/market-data/listings.ts";
import type { BinancePorts } from "../binance-ports.ts";

const BITCOIN = "BTC";
/** Index prices are quoted in this coin. */
const PRICED_IN = "USDT";
const ONE_E8 = 100_000_000n;
const E8_DECIMALS = 8;

/**
 * Returns an amount's value in bitcoin at index prices, in units of 1e-8, rounded toward zero. Returns zero without an
 * index.
 */
export function bitcoinE8(
  { mirror }: Pick<BinancePorts, "mirror">,
  units: number,
  { spec }: ListedAsset,
): number {
  const indexOf = (symbol: string): bigint =>
    symbol === PRICED_IN ? ONE_E8 : BigInt(mirror.marketBySymbol(`${symbol}${PRICED_IN}`)?.indexE8 ?? 0);
  const oneBitcoin = indexOf(BITCOIN) * BigInt(powerOfTen(spec.scale));
  return oneBitcoin === 0n ? 0 : Number((BigInt(units) * indexOf(spec.symbol) * ONE_E8) / oneBitcoin);
}

export const writeBitcoin = (valueE8: number): string => formatDecimal(valueE8, E8_DECIMALS);
