import { trimZeros } from "@candor/money/decimal";
import { divideCeil, divideFloor } from "@candor/money/integer";
import { type FormProblem, lotsProblem } from "../market/form-problem.ts";
import { type MarketTerms, quantityText, readLots } from "../market/market-terms.ts";

const LEAST_SLICES = 2;
const MOST_SLICES = 1_000;

/** Orders of a TWAP. @param durationSeconds, intervalSeconds of the whole, and between two orders */
export const slicesOf = (durationSeconds: number, intervalSeconds: number): number =>
  divideFloor(durationSeconds, intervalSeconds);

/** Whether an interval gives as many orders as a TWAP may have. */
export function fits(durationSeconds: number, intervalSeconds: number): boolean {
  const slices = slicesOf(durationSeconds, intervalSeconds);
  return slices >= LEAST_SLICES && slices <= MOST_SLICES;
}

interface TwapTerms {
  readonly slices: number;
  /** Price for the minimum value of each order; undefined if unknown. */
  readonly ticks: number | undefined;
  /** Orders that only close have no minimum value. */
  readonly reduceOnly: boolean;
}

/** The total amounts in lots whose even parts a market takes as orders. */
export function twapBounds({ slices, ticks, reduceOnly }: TwapTerms, { scale }: MarketTerms) {
  const { minLots, maxLots, minNotionalUnits, quoteUnitsPerTickLot, lotUnits } = scale;
  const worth = ticks === undefined ? 0 : divideCeil(minNotionalUnits, ticks * quoteUnitsPerTickLot);
  return {
    leastLots: slices * (reduceOnly ? 1 : Math.max(minLots, worth)),
    mostLots: Math.min(slices * maxLots, divideFloor(Number.MAX_SAFE_INTEGER, lotUnits)),
  };
}

/** Returns what is wrong with a typed total amount; undefined for a good one, or none. */
export function twapAmountProblem(
  text: string,
  bounds: ReturnType<typeof twapBounds>,
  terms: MarketTerms,
): FormProblem | undefined {
  if (text === "") return undefined;
  const lots = readLots(text, terms);
  if (lots === undefined) return lotsProblem(text, terms, bounds);
  const at = (bound: number) => ({ bound: trimZeros(quantityText(bound, terms)), coin: terms.base });
  if (lots < bounds.leastLots) return { reason: "minimum", ...at(bounds.leastLots) };
  return lots > bounds.mostLots ? { reason: "maximum", ...at(bounds.mostLots) } : undefined;
}
