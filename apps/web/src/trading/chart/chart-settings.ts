import { PERIODS, type Period } from "@candor/domain/enumerations";
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Translate } from "../../i18n/i18n.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { safeStorage } from "../../state/safe-storage.ts";
import { type Indicator, OVERLAYS, PANES } from "./indicators/indicator-list.ts";
import { type IndicatorSetup, type IndicatorSetups, readSetup } from "./indicators/indicator-setup.ts";
import { isOneOf } from "./is-one-of.ts";

export const CHART_KINDS = ["candle_solid", "heikin_ashi", "ohlc", "area"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

/** The chart library's names of price axes. */
export const PRICE_SCALES = ["normal", "logarithm", "percentage"] as const;
export type PriceScale = (typeof PRICE_SCALES)[number];

export interface ChartChoices {
  readonly period: Period;
  readonly kind: ChartKind;
  readonly scale: PriceScale;
  readonly indicators: readonly Indicator[];
  /** Changed parameters and colors. */
  readonly setups: IndicatorSetups;
}

interface ChartSettings extends ChartChoices {
  setPeriod: (period: Period) => void;
  setKind: (kind: ChartKind) => void;
  setScale: (scale: PriceScale) => void;
  toggle: (indicator: Indicator) => void;
  /** Without a setup: back to the usual one. */
  setUp: (indicator: Indicator, setup?: IndicatorSetup) => void;
}

const INDICATORS: readonly Indicator[] = [...OVERLAYS, ...PANES];

export const USUAL_CHOICES: ChartChoices = {
  period: "15min",
  kind: "candle_solid",
  scale: "normal",
  indicators: ["MA", "VOL"],
  setups: {},
};

/** Reads stored choices, which may come from an older or newer version: unknown values are dropped. */
export function readChoices(stored: unknown): ChartChoices {
  if (typeof stored !== "object" || stored === null) return USUAL_CHOICES;
  const { period, kind, scale, indicators, setups } = stored as Partial<Record<keyof ChartChoices, unknown>>;
  return {
    period: isOneOf(PERIODS, period) ? period : USUAL_CHOICES.period,
    kind: isOneOf(CHART_KINDS, kind) ? kind : USUAL_CHOICES.kind,
    scale: isOneOf(PRICE_SCALES, scale) ? scale : USUAL_CHOICES.scale,
    indicators: Array.isArray(indicators)
      ? INDICATORS.filter((each) => indicators.includes(each))
      : USUAL_CHOICES.indicators,
    setups: typeof setups === "object" && setups !== null ? readSetups(setups) : {},
  };
}

function readSetups(stored: object): IndicatorSetups {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, setup]) =>
      isOneOf(INDICATORS, name) ? [[name, readSetup(name, setup)]] : [],
    ),
  );
}

/** The user's chart settings, shared by all screens and stored on this device. */
export const useChartSettings = create<ChartSettings>()(
  persist(
    (set) => ({
      ...USUAL_CHOICES,
      setPeriod: (period) => set({ period }),
      setKind: (kind) => set({ kind }),
      setScale: (scale) => set({ scale }),
      toggle: (indicator) =>
        set(({ indicators }) => ({
          indicators: indicators.includes(indicator)
            ? indicators.filter((each) => each !== indicator)
            : [...indicators, indicator],
        })),
      setUp: (indicator, setup) =>
        set(({ setups: { [indicator]: _before, ...others } }) => ({
          setups: setup === undefined ? others : { ...others, [indicator]: setup },
        })),
    }),
    {
      name: "candor-chart",
      version: 1,
      merge: (kept, current) => ({ ...current, ...readChoices(kept) }),
      storage: createJSONStorage(() => safeStorage),
      partialize: ({ period, kind, scale, indicators, setups }): ChartChoices => ({
        period,
        kind,
        scale,
        indicators,
        setups,
      }),
    },
  ),
);

const SHORT_PERIODS = {
  "1min": ["chart.minutes", 1],
  "5min": ["chart.minutes", 5],
  "15min": ["chart.minutes", 15],
  "30min": ["chart.minutes", 30],
  "60min": ["chart.hours", 1],
  "4hour": ["chart.hours", 4],
  "1day": ["chart.days", 1],
  "1week": ["chart.weeks", 1],
} as const satisfies Readonly<Record<Period, readonly [MessageKey, number]>>;

/** "15m": the usual abbreviation, in the language, because "1h" is a week in Turkish and Hungarian. */
export function shortPeriod(t: Translate, period: Period): string {
  const [words, count] = SHORT_PERIODS[period];
  return t(words, { count });
}
