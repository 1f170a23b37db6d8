import { signOfDecimal } from "@candor/text/decimal-text";
import { divideDecimals, floorDecimals, multiplyDecimals } from "@candor/ui/decimal-math";

/** Values on the wire are rounded at the 16th decimal. That must not become a hundredth of a percent. */
const EXACT_DECIMALS = 12;
const PERCENT_DECIMALS = 2;

/**
 * Returns part ÷ whole as a percentage with two decimals ("-1.25"), rounded down like a profit, so that a loss never looks
 * smaller than it is; null unless the whole is positive.
 */
export function percentOf(part: string, whole: string): string | null {
  if (signOfDecimal(whole) <= 0) return null;
  const isLoss = signOfDecimal(part) < 0;
  const size = divideDecimals(part.replace("-", ""), whole, EXACT_DECIMALS);
  const percent = multiplyDecimals(isLoss ? `-${size}` : size, "100", EXACT_DECIMALS);
  return floorDecimals(percent, PERCENT_DECIMALS);
}
