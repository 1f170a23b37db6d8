import { signOfDecimal } from "@candor/text/decimal-text";
import { multiplyDecimals } from "@candor/ui/decimal-math";
import type { WireTrade } from "@candor/wire/objects";

const CENTS = 2;

/**
 * Returns what a trade realized: of contracts in the quote coin, of spot and margin in USDT,
 * cut to cents. null for a purchase that realized nothing.
 */
export function tradeProfit({ product, realizedProfit, side }: WireTrade): string | null {
  if (realizedProfit === null || product === "contract") return realizedProfit;
  if (side === "buy" && signOfDecimal(realizedProfit) === 0) return null;
  return multiplyDecimals(realizedProfit, "1", CENTS);
}
