/** Values are in 1e-16 USDT: units of any coin (at most 8 decimals) times a price in 1e-8 are exact in it. */
const DECIMALS = 8;

/** The coin in which everything is valued. */
export const VALUE_COIN = "USDT";
/** Its price in itself. */
export const ONE_E8 = 100_000_000;
/** Decimals of a value. */
export const VALUE_DECIMALS = 16;

/** Returns the exact value of `units` of a coin with `scale` decimals. */
export function valueE16(units: number, scale: number, priceE8: number): bigint {
  return BigInt(units) * 10n ** BigInt(DECIMALS - scale) * BigInt(priceE8);
}
