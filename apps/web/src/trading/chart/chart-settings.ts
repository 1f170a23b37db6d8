import { PERIODS, type Period } from "@candor/domain/enumerations";
import { useMemo } from "react";
import type { Translate } from "../../i18n/i18n.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useAccountDocument } from "../../shell/documents/use-account-document.ts";
import { safeStorage } from "../../state/safe-storage.ts";
import { type ComparedMarket, readCompared } from "./compare/compared-markets.ts";
import { type Indicator, OVERLAYS, PANES } from "./indicators/indicator-list.ts";
import { type IndicatorSetup, type IndicatorSetups, readSetup } from "./indicators/indicator-setup.ts";
import { isOneOf } from "./is-one-of.ts";

export const CHART_KINDS = ["candle_solid", "heikin_ashi", "ohlc", "area"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

export const PRICE_SCALES = ["normal", "logarithm", "percentage"] as const;
export type PriceScale = (typeof PRICE_SCALES)[number];

export interface ChartChoices {
  readonly period: Period;
  readonly kind: ChartKind;
  readonly scale: PriceScale;
  readonly indicators: readonly Indicator[];
  /** Changed parameters and colors. */
  readonly setups: IndicatorSetups;
  /** Markets drawn over the chart. */
  readonly compared: readonly ComparedMarket[];
  /** Points of drawings snap to open, high, low and close. */
  readonly isMagnetic: boolean;
}

interface ChartSettings extends ChartChoices {
  setPeriod: (period: Period) => void;
  setKind: (kind: ChartKind) => void;
  setScale: (scale: PriceScale) => void;
  toggle: (indicator: Indicator) => void;
  /** Without a setup: back to the usual one. */
  setUp: (indicator: Indicator, setup?: IndicatorSetup) => void;
  setCompared: (compared: readonly ComparedMarket[]) => void;
  setMagnetic: (isMagnetic: boolean) => void;
}

const INDICATORS: readonly Indicator[] = [...OVERLAYS, ...PANES];

export const USUAL_CHOICES: ChartChoices = {
  period: "15min",
  kind: "candle_solid",
  scale: "normal",
  indicators: ["MA", "VOL"],
  setups: {},
  compared: [],
  isMagnetic: false,
};

/** Reads stored choices, which may come from an older or newer version: unknown values are dropped. */
export function readChoices(stored: unknown): ChartChoices {
  if (typeof stored !== "object" || stored === null) return USUAL_CHOICES;
  const { period, kind, scale, indicators, setups, ...rest } = stored as Partial<
    Record<keyof ChartChoices, unknown>
  >;
  return {
    period: isOneOf(PERIODS, period) ? period : USUAL_CHOICES.period,
    kind: isOneOf(CHART_KINDS, kind) ? kind : USUAL_CHOICES.kind,
    scale: isOneOf(PRICE_SCALES, scale) ? scale : USUAL_CHOICES.scale,
    indicators: Array.isArray(indicators)
      ? INDICATORS.filter((each) => indicators.includes(each))
      : USUAL_CHOICES.indicators,
    setups: typeof setups === "object" && setups !== null ? readSetups(setups) : {},
    compared: readCompared(rest.compared),
    isMagnetic: rest.isMagnetic === true,
  };
}

function readSetups(stored: object): IndicatorSetups {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, setup]) =>
      isOneOf(INDICATORS, name) ? [[name, readSetup(name, setup)]] : [],
    ),
  );
}

/** Where the app kept the choices before accounts had documents. */
const OLD_KEY = "candor-chart";

function oldChoices(): ChartChoices {
  const old = JSON.parse((safeStorage.getItem(OLD_KEY) as string | null) ?? "null") as { state?: unknown } | null;
  return readChoices(old?.state);
}

const FALLBACK = oldChoices();

/** The user's chart settings, shared by all screens and kept in the account. */
export function useChartSettings(): ChartSettings {
  const [choices, save] = useAccountDocument("chart", readChoices, FALLBACK);
  const setters = useMemo(() => {
    const set = (change: Partial<ChartChoices>) => save((now) => ({ ...now, ...change }));
    return {
      setPeriod: (period: Period) => set({ period }),
      setKind: (kind: ChartKind) => set({ kind }),
      setScale: (scale: PriceScale) => set({ scale }),
      setCompared: (compared: readonly ComparedMarket[]) => set({ compared }),
      setMagnetic: (isMagnetic: boolean) => set({ isMagnetic }),
      toggle: (name: Indicator) =>
        save(({ indicators, ...now }) => ({ ...now, indicators: toggled(indicators, name) })),
      setUp: (name: Indicator, setup?: IndicatorSetup) =>
        save(({ setups: { [name]: _before, ...others }, ...now }) => ({
          ...now,
          setups: setup === undefined ? others : { ...others, [name]: setup },
        })),
    };
  }, [save]);
  return useMemo(() => ({ ...choices, ...setters }), [choices, setters]);
}

const toggled = (names: readonly Indicator[], name: Indicator): readonly Indicator[] =>
  names.includes(name) ? names.filter((each) => each !== name) : [...names, name];

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
