import type { AxisRange } from "klinecharts";

/** Where an axis starts below its highest price if a line reaches zero or less. */
const DECADES_WITHOUT_START = 2;
/** A narrower range, in price steps, is widened as on the linear axis. */
const WIDENING_STEPS = 4;

/** Returns the exponent of a price to base 10. Zero and less have no logarithm: they are far below every price. */
export const exponentOf = (price: number): number => Math.log10(Math.max(price, Number.MIN_VALUE));

/**
 * Returns the axis from one price to another, with logarithms as real values and prices as displayed ones. The library's
 * own axis of this kind mirrors exponents below zero, so it shows prices below 1 as negative numbers, and it shows no
 * range below 12% in full at one decimal.
 */
export function logarithmRange(lowest: number, highest: number, priceStep: number): AxisRange {
  const start = lowest > 0 ? lowest : highest / 10 ** DECADES_WITHOUT_START;
  const isFlat = highest - start < priceStep;
  const to = isFlat ? highest + WIDENING_STEPS * priceStep : highest;
  const widened = isFlat ? start - WIDENING_STEPS * priceStep : start;
  const from = widened > 0 ? widened : start;
  const [realFrom, realTo] = [exponentOf(from), exponentOf(to)];
  return {
    from,
    to,
    range: to - from,
    realFrom,
    realTo,
    realRange: realTo - realFrom,
    displayFrom: from,
    displayTo: to,
    displayRange: to - from,
  };
}
