import { compareDecimals } from "@candor/ui/decimal-math";
import type { WireBar } from "@candor/wire/objects";

interface PricePoint {
  readonly price: string;
  /** Start of the bar with this price. */
  readonly atMs: number;
}

export interface PriceRange {
  readonly highest: PricePoint;
  readonly lowest: PricePoint;
}

/** Returns the highest and lowest price of bars, the first of equal ones; undefined without bars. */
export function priceRange(
  bars: readonly Pick<WireBar, "high" | "low" | "openTimeMs">[],
): PriceRange | undefined {
  const [first] = bars;
  if (first === undefined) return undefined;
  let highest: PricePoint = { price: first.high, atMs: first.openTimeMs };
  let lowest: PricePoint = { price: first.low, atMs: first.openTimeMs };
  for (const { high, low, openTimeMs } of bars) {
    if (compareDecimals(high, highest.price) > 0) highest = { price: high, atMs: openTimeMs };
    if (compareDecimals(low, lowest.price) < 0) lowest = { price: low, atMs: openTimeMs };
  }
  return { highest, lowest };
}
