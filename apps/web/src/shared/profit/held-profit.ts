import { signOfDecimal } from "@candor/text/decimal-text";
import { multiplyDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import type { WireProfitHolding } from "@candor/wire/profit-calls";
import { percentOf } from "./percent-of.ts";

/** Decimals of a value: units of a coin × an index are exact in them. */
const VALUE_DECIMALS = 16;

export interface HeldProfit {
  /** Cost ÷ amount in USDT; null for USDT. */
  readonly averagePrice: string | null;
  /** In USDT, by average cost, with the fees of purchases. */
  readonly cost: string;
  /** At the given price, minus the cost; in USDT. */
  readonly unrealized: string;
  /** Of the cost; null if the coins cost nothing. */
  readonly percent: string | null;
}

/** Returns the profit of a holding at a price; null for the coin that profit is counted in. */
export function heldProfit(holding: WireProfitHolding, price: string | null): HeldProfit | null {
  const { amount, averagePrice, cost } = holding;
  if (averagePrice === null || signOfDecimal(amount) === 0) return null;
  const value = multiplyDecimals(amount, price ?? holding.price, VALUE_DECIMALS);
  const unrealized = subtractDecimals(value, cost);
  return { averagePrice, cost, unrealized, percent: percentOf(unrealized, cost) };
}
