/** Closing prices of a compared market by the opening time of the bar. */
export type Closes = ReadonlyMap<number, number>;

interface TimedBar {
  readonly timestamp: number;
  readonly close: number;
}

export interface ComparedPoint {
  /** Index among the bars given. */
  readonly index: number;
  /** Change since the base in percent. */
  readonly percent: number;
  /** The price of the chart's own market with the same change: where the axis shows it. */
  readonly asPrice: number;
}

/**
 * Returns a market's change in percent over a range of bars. The base is the first bar that both markets have; a bar
 * that the other market lacks has its last known price.
 * @param bars all bars of the chart's own market
 * @param base price of the chart's own market that its axis counts as 0%
 */
export function comparedPoints(
  bars: readonly TimedBar[],
  closes: Closes,
  from: number,
  to: number,
  base: number,
): readonly ComparedPoint[] {
  const points: ComparedPoint[] = [];
  let first: { readonly own: number; readonly other: number } | undefined;
  let last: number | undefined;
  for (let index = Math.max(0, from); index < Math.min(to, bars.length); index++) {
    const bar = bars[index];
    if (bar === undefined) continue;
    last = closes.get(bar.timestamp) ?? last;
    if (last === undefined || last === 0 || base === 0) continue;
    // A market that starts later starts at the chart's change at that time.
    first ??= { own: points.length === 0 && index === Math.max(0, from) ? base : bar.close, other: last };
    const asPrice = (first.own * last) / first.other;
    points.push({ index, asPrice, percent: (asPrice / base - 1) * 100 });
  }
  return points;
}
