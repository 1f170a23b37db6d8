import type { MessageKey } from "../../../i18n/message-keys.ts";

/** The chart library's names, which traders use too. */
export const OVERLAYS = ["MA", "EMA", "BOLL", "SAR", "VWAP", "SUPERTREND", "ICHIMOKU"] as const;
export const PANES = ["VOL", "MACD", "RSI", "KDJ", "OBV", "WR", "ATR"] as const;
export type Indicator = (typeof OVERLAYS)[number] | (typeof PANES)[number];

/** Pixels of a figure of the legend: its name, its value and the space after it. */
const LEGEND_FIGURE = 105;

/**
 * Returns the rows of the legend over the price.
 * @param figures how many each indicator has
 * @param width of the chart in pixels; 0 while it is unknown
 */
export function legendRows(figures: readonly number[], width: number): number {
  const most = width === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(width / LEGEND_FIGURE));
  return figures.reduce((rows, count) => rows + Math.max(1, Math.ceil(count / most)), 0);
}

/** Colors of lines: the design tokens `--c-NAME`. */
export const LINE_COLORS = [
  "ma1",
  "ma2",
  "ma3",
  "ma4",
  "ma5",
  "ma6",
  "ma7",
  "ma8",
  "ma9",
  "ma10",
  "ma11",
  "ma12",
  "ma13",
  "up",
  "down",
  "text",
] as const;
export type LineColor = (typeof LINE_COLORS)[number];

/** A parameter that users can change. */
export interface ParamTerms {
  readonly name: MessageKey;
  readonly usual: number;
  readonly least: number;
  readonly most: number;
  /** 0: whole numbers only. */
  readonly decimals: 0 | 1 | 2;
}

/** A line that users can color. */
interface LineTerms {
  /** The usual abbreviation, in no language; absent: named by the parameter of the same index. */
  readonly name?: string;
  readonly usual: LineColor;
}

export interface IndicatorTerms {
  readonly params: readonly ParamTerms[];
  readonly lines: readonly LineTerms[];
}

/** Bars that an indicator may look back. */
const MOST_BARS = 500;

const period = (usual: number, name: MessageKey = "chart.paramPeriod"): ParamTerms => ({
  name,
  usual,
  least: 1,
  most: MOST_BARS,
  decimals: 0,
});
const factor = (name: MessageKey, usual: number): ParamTerms => ({
  name,
  usual,
  least: 0.1,
  most: 20,
  decimals: 1,
});
const acceleration = (name: MessageKey, usual: number): ParamTerms => ({
  name,
  usual,
  least: 0.01,
  most: 1,
  decimals: 2,
});
const lines = (...colors: readonly LineColor[]): readonly LineTerms[] => colors.map((usual) => ({ usual }));

/** Parameters and lines of each indicator. No two indicators over the price share a color by default. */
export const INDICATOR_TERMS: Readonly<Record<Indicator, IndicatorTerms>> = {
  MA: { params: [period(7), period(25), period(30)], lines: lines("ma1", "ma2", "ma3") },
  EMA: { params: [period(7), period(25), period(30)], lines: lines("ma4", "ma7", "ma8") },
  BOLL: {
    params: [period(20), factor("chart.paramDeviations", 2)],
    lines: [
      { name: "UP", usual: "ma5" },
      { name: "MID", usual: "ma6" },
      { name: "DN", usual: "ma5" },
    ],
  },
  SAR: {
    params: [
      acceleration("chart.paramStart", 0.02),
      acceleration("chart.paramStep", 0.02),
      acceleration("chart.paramMaximum", 0.2),
    ],
    lines: [],
  },
  VWAP: { params: [], lines: [{ name: "VWAP", usual: "text" }] },
  SUPERTREND: {
    params: [period(10), factor("chart.paramMultiplier", 3)],
    lines: [
      { name: "↑", usual: "up" },
      { name: "↓", usual: "down" },
    ],
  },
  ICHIMOKU: {
    params: [
      period(9, "chart.paramConversion"),
      period(26, "chart.paramBase"),
      period(52, "chart.paramSpan"),
      period(26, "chart.paramDisplacement"),
    ],
    lines: [
      { name: "Tenkan", usual: "ma9" },
      { name: "Kijun", usual: "ma10" },
      { name: "Senkou A", usual: "ma11" },
      { name: "Senkou B", usual: "ma12" },
      { name: "Chikou", usual: "ma13" },
    ],
  },
  VOL: { params: [], lines: [] },
  MACD: {
    params: [period(12, "chart.paramFast"), period(26, "chart.paramSlow"), period(9, "chart.paramSignal")],
    lines: [
      { name: "DIF", usual: "ma1" },
      { name: "DEA", usual: "ma2" },
    ],
  },
  RSI: { params: [period(6), period(12), period(24)], lines: lines("ma1", "ma2", "ma3") },
  KDJ: {
    params: [period(9), period(3, "chart.paramSmoothing"), period(3, "chart.paramSmoothing")],
    lines: [
      { name: "K", usual: "ma1" },
      { name: "D", usual: "ma2" },
      { name: "J", usual: "ma3" },
    ],
  },
  OBV: {
    params: [period(30)],
    lines: [
      { name: "OBV", usual: "ma1" },
      { name: "MAOBV", usual: "ma2" },
    ],
  },
  WR: { params: [period(6), period(10), period(14)], lines: lines("ma1", "ma2", "ma3") },
  ATR: { params: [period(14)], lines: [{ name: "ATR", usual: "ma1" }] },
};
