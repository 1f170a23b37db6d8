/** Prices of a bar. */
export interface BarPrices {
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * Average true range by J. Welles Wilder, "New Concepts in Technical Trading Systems" (1978).
 *
 * True range: max(high − low, |high − previous close|, |low − previous close|); of the first bar: high − low.
 * First average: mean of the first `period` true ranges. Then ATR = (previous ATR × (period − 1) + true range) ÷ period.
 *
 * @returns one value per bar in price units; undefined until `period` bars are known
 */
export function averageTrueRange(
  bars: readonly BarPrices[],
  period: number,
): readonly (number | undefined)[] {
  let sum = 0;
  let average = 0;
  return bars.map((bar, index) => {
    const before = bars[index - 1]?.close;
    const range =
      before === undefined
        ? bar.high - bar.low
        : Math.max(bar.high - bar.low, Math.abs(bar.high - before), Math.abs(bar.low - before));
    if (index >= period) {
      average = (average * (period - 1) + range) / period;
      return average;
    }
    sum += range;
    if (index < period - 1) return undefined;
    average = sum / period;
    return average;
  });
}
