import type { ChartPeriod } from "@candor/domain/enumerations";
import { useMemo } from "react";
import type { Translate } from "../../i18n/i18n.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useAccountDocument } from "../../shell/documents/use-account-document.ts";
import { safeStorage } from "../../state/safe-storage.ts";
import { type ChartChoices, type ChartKind, type PriceScale, readChoices } from "./chart-choices.ts";
import type { ComparedMarket } from "./compare/compared-markets.ts";
import type { Indicator } from "./indicators/indicator-list.ts";
import type { IndicatorSetup } from "./indicators/indicator-setup.ts";

interface ChartSettings extends ChartChoices {
  setPeriod: (period: ChartPeriod) => void;
  setKind: (kind: ChartKind) => void;
  setScale: (scale: PriceScale) => void;
  toggle: (indicator: Indicator) => void;
  /** Without a setup: back to the usual one. */
  setUp: (indicator: Indicator, setup?: IndicatorSetup) => void;
  setCompared: (compared: readonly ComparedMarket[]) => void;
  setMagnetic: (isMagnetic: boolean) => void;
}

/** Where the app kept the choices before accounts had documents. */
const OLD_KEY = "candor-chart";

function oldChoices(): ChartChoices {
  const old = JSON.parse((safeStorage.getItem(OLD_KEY) as string | null) ?? "null") as {
    state?: unknown;
  } | null;
  return readChoices(old?.state);
}

const FALLBACK = oldChoices();

/** The user's chart settings, shared by all screens and kept in the account. */
export function useChartSettings(): ChartSettings {
  const [choices, save] = useAccountDocument("chart", readChoices, FALLBACK);
  const setters = useMemo(() => {
    const set = (change: Partial<ChartChoices>) => save((now) => ({ ...now, ...change }));
    return {
      setPeriod: (period: ChartPeriod) => set({ period }),
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
  "1sec": ["chart.seconds", 1],
  "5sec": ["chart.seconds", 5],
  "15sec": ["chart.seconds", 15],
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
