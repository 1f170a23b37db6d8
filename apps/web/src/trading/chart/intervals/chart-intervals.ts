import { CHART_PERIODS, type ChartPeriod } from "@candor/domain/enumerations";
import { useMemo } from "react";
import { useAccountDocument } from "../../../shell/documents/use-account-document.ts";

const AT_FIRST: readonly ChartPeriod[] = [
  "1min",
  "5min",
  "15min",
  "30min",
  "60min",
  "4hour",
  "1day",
  "1week",
];

/** Returns the periods among stored names, shortest first; undefined if none is left. */
export function readIntervals(kept: unknown): readonly ChartPeriod[] | undefined {
  if (!Array.isArray(kept)) return undefined;
  const shown = CHART_PERIODS.filter((period) => kept.includes(period));
  return shown.length === 0 ? undefined : shown;
}

interface ChartIntervals {
  /** The intervals in the bar, shortest first. */
  readonly shown: readonly ChartPeriod[];
  /** Adds or removes one; the last one stays. */
  readonly toggle: (period: ChartPeriod) => void;
}

/** The intervals that the user keeps in the bar of every chart. */
export function useChartIntervals(): ChartIntervals {
  const [shown, save] = useAccountDocument("chart-intervals", readIntervals, AT_FIRST);
  return useMemo(
    () => ({ shown, toggle: (period: ChartPeriod) => save((now) => toggled(now, period)) }),
    [shown, save],
  );
}

/** Returns the intervals with one more or one less, but never none. */
export function toggled(shown: readonly ChartPeriod[], period: ChartPeriod): readonly ChartPeriod[] {
  const others = shown.filter((each) => each !== period);
  if (others.length < shown.length) return others.length === 0 ? shown : others;
  return CHART_PERIODS.filter((each) => each === period || shown.includes(each));
}
