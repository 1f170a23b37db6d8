import { CHART_PERIODS, type ChartPeriod } from "@candor/domain/enumerations";

/** Returns the periods among stored names, shortest first; undefined if none is left. */
export function readIntervals(kept: unknown): readonly ChartPeriod[] | undefined {
  if (!Array.isArray(kept)) return undefined;
  const shown = CHART_PERIODS.filter((period) => kept.includes(period));
  return shown.length === 0 ? undefined : shown;
}

/** Returns the intervals with one more or one less, but never none. */
export function toggled(shown: readonly ChartPeriod[], period: ChartPeriod): readonly ChartPeriod[] {
  const others = shown.filter((each) => each !== period);
  if (others.length < shown.length) return others.length === 0 ? shown : others;
  return CHART_PERIODS.filter((each) => each === period || shown.includes(each));
}
