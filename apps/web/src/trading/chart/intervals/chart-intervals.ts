import { CHART_PERIODS, type ChartPeriod } from "@candor/domain/enumerations";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { safeStorage } from "../../../state/safe-storage.ts";

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
  readonly toggle: (period: ChartPeriod) => void;
}

/** Returns the periods among unknown stored names, shortest first; the default if none is left. */
export function shownPeriods(names: unknown): readonly ChartPeriod[] {
  if (!Array.isArray(names)) return AT_FIRST;
  const shown = CHART_PERIODS.filter((period) => names.includes(period));
  return shown.length === 0 ? AT_FIRST : shown;
}

/** The intervals that the user keeps in the bar of every chart. The last one stays. */
export const useChartIntervals = create<ChartIntervals>()(
  persist(
    (set) => ({
      shown: AT_FIRST,
      toggle: (period) =>
        set(({ shown }) => {
          const others = shown.filter((each) => each !== period);
          if (others.length === shown.length) return { shown: shownPeriods([...shown, period]) };
          return others.length === 0 ? {} : { shown: others };
        }),
    }),
    {
      name: "candor-chart-intervals",
      version: 1,
      storage: createJSONStorage(() => safeStorage),
      merge: (kept, current) => ({
        ...current,
        shown: shownPeriods((kept as Partial<ChartIntervals> | null)?.shown),
      }),
      partialize: ({ shown }) => ({ shown }),
    },
  ),
);
