import type { Chart } from "klinecharts";
import { type Closes, type ComparedPoint, comparedPoints } from "./comparison.ts";

/** A compared market as drawn. */
export interface ComparedSeries {
  readonly name: string;
  /** #RRGGBB. */
  readonly color: string;
  readonly closes: Closes;
}

/** The library clones what it is given, so the series are kept next to it. */
const seriesOf = new WeakMap<Chart, readonly ComparedSeries[]>();

export function setCompared(chart: Chart, series: readonly ComparedSeries[]): void {
  seriesOf.set(chart, series);
}

/** Returns the compared markets of a chart with their points in view. */
export function comparedInView(
  chart: Chart,
  base: number,
): readonly { readonly series: ComparedSeries; readonly points: readonly ComparedPoint[] }[] {
  const { from, to } = chart.getVisibleRange();
  const bars = chart.getDataList();
  return (seriesOf.get(chart) ?? []).map((series) => ({
    series,
    points: comparedPoints(bars, series.closes, from, to, base),
  }));
}

/** Returns the lowest and highest price that the compared lines reach in view; undefined without lines. */
export function comparedExtremes(
  chart: Chart,
  base: number,
): { readonly lowest: number; readonly highest: number } | undefined {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const { points } of comparedInView(chart, base)) {
    for (const { asPrice } of points) {
      lowest = Math.min(lowest, asPrice);
      highest = Math.max(highest, asPrice);
    }
  }
  return lowest <= highest ? { lowest, highest } : undefined;
}
