import { signOfDecimal } from "@candor/text/decimal-text";
import { divideDecimals } from "@candor/ui/decimal-math";

/** Converts USDT at a price, rounded once to the nearest last digit. */
export function convertValue(value: string, price: string, decimals: number): string {
  const size = divideDecimals(value.replace("-", ""), price, decimals);
  return signOfDecimal(value) < 0 && signOfDecimal(size) !== 0 ? `-${size}` : size;
}
