import { averageTrueRange, type BarPrices } from "./average-true-range.ts";

/** The line below the price in an uptrend, above it in a downtrend. */
export interface TrendPoint {
  readonly up?: number;
  readonly down?: number;
}

/**
 * SuperTrend by Olivier Seban: bands around the middle of each bar, (high + low) ÷ 2 ± multiplier × ATR. The lower band
 * only rises while closes stay above it, the upper band only falls while closes stay below it. A close beyond the band
 * turns the trend.
 *
 * @returns one point per bar in price units; empty until the ATR is known
 */
export function superTrend(
  bars: readonly BarPrices[],
  period: number,
  multiplier: number,
): readonly TrendPoint[] {
  const ranges = averageTrueRange(bars, period);
  let lower: number | undefined;
  let upper: number | undefined;
  let isUp = true;
  return bars.map((bar, index) => {
    const range = ranges[index];
    if (range === undefined) return {};
    const middle = (bar.high + bar.low) / 2;
    const [below, above] = [middle - multiplier * range, middle + multiplier * range];
    const before = bars[index - 1]?.close ?? bar.close;
    const [lastLower, lastUpper] = [lower, upper];
    lower = lastLower !== undefined && before >= lastLower ? Math.max(below, lastLower) : below;
    upper = lastUpper !== undefined && before <= lastUpper ? Math.min(above, lastUpper) : above;
    if (isUp && lastLower !== undefined && bar.close < lower) isUp = false;
    else if (!isUp && lastUpper !== undefined && bar.close > upper) isUp = true;
    return isUp ? { up: lower } : { down: upper };
  });
}
