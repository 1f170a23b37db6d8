import { CHART_PERIODS, type ChartPeriod } from "@candor/domain/enumerations";
import { type ComparedMarket, readCompared } from "./compare/compared-markets.ts";
import { type Indicator, OVERLAYS, PANES } from "./indicators/indicator-list.ts";
import { type IndicatorSetups, readSetup } from "./indicators/indicator-setup.ts";
import { isOneOf } from "./is-one-of.ts";

export const CHART_KINDS = ["candle_solid", "heikin_ashi", "ohlc", "area"] as const;
export type ChartKind = (typeof CHART_KINDS)[number];

export const PRICE_SCALES = ["normal", "logarithm", "percentage"] as const;
export type PriceScale = (typeof PRICE_SCALES)[number];

export interface ChartChoices {
  readonly period: ChartPeriod;
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
    period: isOneOf(CHART_PERIODS, period) ? period : USUAL_CHOICES.period,
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
