import { CHART_PERIODS, type ChartPeriod } from "@candor/domain/enumerations";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Translate } from "../../i18n/i18n.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { safeStorage } from "../../state/safe-storage.ts";

export const CHART_KINDS = ["candle_solid", "area"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** The chart library's names, which traders use too. */
export const OVERLAYS = ["MA", "EMA", "BOLL", "SAR"] as const;
export const PANES = ["VOL", "MACD", "RSI", "KDJ", "OBV", "WR"] as const;
export type Indicator = (typeof OVERLAYS)[number] | (typeof PANES)[number];

interface ChartSettings {
  readonly period: ChartPeriod;
  readonly kind: ChartKind;
  readonly indicators: readonly Indicator[];
  setPeriod: (period: ChartPeriod) => void;
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
    ...(isOneOf(CHART_PERIODS, period) ? { period } : {}),
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

const SHORT_PERIODS = {
  "1sec": ["chart.seconds", 1],
  "1min": ["chart.minutes", 1],
  "3min": ["chart.minutes", 3],
  "5min": ["chart.minutes", 5],
  "15min": ["chart.minutes", 15],
  "30min": ["chart.minutes", 30],
  "60min": ["chart.hours", 1],
  "2hour": ["chart.hours", 2],
  "4hour": ["chart.hours", 4],
  "6hour": ["chart.hours", 6],
  "12hour": ["chart.hours", 12],
  "1day": ["chart.days", 1],
  "1week": ["chart.weeks", 1],
  "1mon": ["chart.months", 1],
} as const satisfies Readonly<Record<ChartPeriod, readonly [MessageKey, number]>>;

/** "15m": the usual abbreviation, in the language, because "1h" is a week in Turkish and Hungarian. */
export function shortPeriod(t: Translate, period: ChartPeriod): string {
  const [words, count] = SHORT_PERIODS[period];
  return t(words, { count });
}
