import type { ChartPeriod } from "@candor/domain/enumerations";
import { useMemo } from "react";
import { useAccountDocument } from "../../../shell/documents/use-account-document.ts";
import { readIntervals, toggled } from "./shown-intervals.ts";

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
