import { PERIODS, type Period } from "@candor/domain/enumerations";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { safeStorage } from "../../state/safe-storage.ts";

export const CHART_KINDS = ["candle_solid", "area"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** The chart library's names, which traders use too. */
export const OVERLAYS = ["MA", "EMA", "BOLL", "SAR"] as const;
export const PANES = ["VOL", "MACD", "RSI", "KDJ", "OBV", "WR"] as const;
export type Indicator = (typeof OVERLAYS)[number] | (typeof PANES)[number];

interface ChartSettings {
  readonly period: Period;
  readonly kind: ChartKind;
  readonly indicators: readonly Indicator[];
  setPeriod: (period: Period) => void;
  setKind: (kind: ChartKind) => void;
  toggle: (indicator: Indicator) => void;
}

const INDICATORS: readonly string[] = [...OVERLAYS, ...PANES];
const isOneOf = <T extends string>(names: readonly T[], name: unknown): name is T =>
  (names as readonly unknown[]).includes(name);

/** Stored settings may come from an older or newer version: unknown values are dropped. */
function merge(kept: unknown, current: ChartSettings): ChartSettings {
  if (typeof kept !== "object" || kept === null) return current;
  const { period, kind, indicators } = kept as Partial<Record<keyof ChartSettings, unknown>>;
  return {
    ...current,
    ...(isOneOf(PERIODS, period) ? { period } : {}),
    ...(isOneOf(CHART_KINDS, kind) ? { kind } : {}),
    ...(Array.isArray(indicators)
      ? { indicators: indicators.filter((each): each is Indicator => isOneOf(INDICATORS, each)) }
      : {}),
  };
}

/** The user's chart settings, shared by all screens and stored on this device. */
export const useChartSettings = create<ChartSettings>()(
  persist(
    (set) => ({
      period: "15min",
      kind: "candle_solid",
      indicators: ["MA", "VOL"],
      setPeriod: (period) => set({ period }),
      setKind: (kind) => set({ kind }),
      toggle: (indicator) =>
        set(({ indicators }) => ({
          indicators: indicators.includes(indicator)
            ? indicators.filter((each) => each !== indicator)
            : [...indicators, indicator],
        })),
    }),
    {
      name: "candor-chart",
      version: 1,
      merge,
      storage: createJSONStorage(() => safeStorage),
      partialize: ({ period, kind, indicators }) => ({ period, kind, indicators }),
    },
  ),
);

/** Usual abbreviations on charts. */
export const SHORT_PERIODS: Readonly<Record<Period, string>> = {
  "1min": "1m",
  "5min": "5m",
  "15min": "15m",
  "30min": "30m",
  "60min": "1h",
  "4hour": "4h",
  "1day": "1d",
  "1week": "1w",
};
