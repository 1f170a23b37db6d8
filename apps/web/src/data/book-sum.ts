import type { Side } from "@candor/domain/enumerations";

/** Totals of the book's levels up to and including one level, as decimals. */
export interface BookSum {
  /** In the base coin. */
  readonly quantity: string;
  /** Exact cost or proceeds of taking all of it, in the quote coin. */
  readonly quote: string;
  /** `quote` / `quantity` in the market's price decimals, rounded against the taker. */
  readonly average: string;
}

/**
 * Adds up levels exactly; price times quantity may exceed the safe integers.
 * @param levels prices and quantities as integers
 * @param side of the levels: asks are "sell"
 */
export function sumLevels(
  levels: Iterable<readonly [price: number, quantity: number]>,
  side: Side,
  priceDecimals: number,
  quantityDecimals: number,
): BookSum | undefined {
  let quantity = 0n;
  let quote = 0n;
  for (const level of levels) {
    const lots = BigInt(level[1]);
    quantity += lots;
    quote += BigInt(level[0]) * lots;
  }
  if (quantity === 0n) return undefined;
  const average = side === "sell" ? (quote + quantity - 1n) / quantity : quote / quantity;
  return {
    quantity: decimal(quantity, quantityDecimals),
    quote: decimal(quote, priceDecimals + quantityDecimals),
    average: decimal(average, priceDecimals),
  };
}

function decimal(value: bigint, decimals: number): string {
  const digits = String(value).padStart(decimals + 1, "0");
  const dot = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, dot)}.${digits.slice(dot)}`;
}
