import { signOfDecimal } from "@candor/text/decimal-text";
import { divideDecimals } from "@candor/ui/decimal-math";

const PERCENT_DECIMALS = 4;

/**
 * Returns part ÷ whole as a percentage with two decimals ("-1.25"), rounded to nearest; null unless the whole is
 * positive.
 */
export function percentOf(part: string, whole: string): string | null {
  if (signOfDecimal(whole) <= 0) return null;
  const sign = signOfDecimal(part);
  if (sign === 0) return "0.00";
  const rate = divideDecimals(part.replace("-", ""), whole, PERCENT_DECIMALS);
  const digits = rate.replace(".", "").replace(/^0+(?=[0-9]{3})/, "");
  const percent = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  return sign < 0 && signOfDecimal(percent) !== 0 ? `-${percent}` : percent;
}
