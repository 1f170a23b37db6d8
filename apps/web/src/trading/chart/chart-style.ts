import type { DeepPartial, OverlayStyle, Styles } from "klinecharts";
import type { ChartKind } from "./chart-choices.ts";

/**
 * Returns the chart's styles from the design tokens that apply to `element`, including theme and red/green preference.
 */
export function chartStyles(element: HTMLElement, kind: ChartKind): DeepPartial<Styles> {
  const css = getComputedStyle(element);
  const token = (name: string): string => css.getPropertyValue(name).trim();
  const family = token("--f-sans");
  const up = token("--c-up");
  const down = token("--c-down");
  const muted = token("--c-muted");
  const grid = { color: token("--c-grid"), size: 1, style: "solid" as const };
  const bars = { upColor: up, downColor: down, noChangeColor: muted };
  const small = { family, size: 11, weight: "normal", color: muted };
  const mark = { show: true, color: token("--c-text"), textFamily: family, textSize: 11, textOffset: 5 };
  const hair = {
    line: { color: token("--c-line-strong"), size: 1, style: "dashed" as const, dashedValue: [4, 3] },
    text: {
      family,
      size: 11,
      color: token("--c-surface"),
      backgroundColor: token("--c-text"),
      borderSize: 0,
    },
  };
  // Tokens are #RRGGBB; the suffix 61 is 38% opacity.
  const faded = (color: string): string => `${color}61`;
  return {
    grid: { horizontal: grid, vertical: grid },
    candle: {
      // Heikin-Ashi bars are an indicator over invisible candles, so that every price shown stays a real one.
      type: kind === "heikin_ashi" ? "candle_solid" : kind,
      bar: kind === "heikin_ashi" ? barColors(UNSEEN, UNSEEN, UNSEEN) : barColors(up, down, muted),
      area: {
        lineColor: token("--c-primary"),
        lineSize: 1.5,
        backgroundColor: [
          { offset: 0, color: `${token("--c-primary")}05` },
          { offset: 1, color: `${token("--c-primary")}33` },
        ],
      },
      priceMark: {
        high: mark,
        low: mark,
        last: {
          ...bars,
          line: { style: "dashed", dashedValue: [2, 3], size: 1 },
          text: { family, size: 11, weight: "600", borderRadius: 4, color: token("--c-surface") },
        },
      },
      // Open, high, low and close are shown while a finger or the pointer is on the chart.
      tooltip: { showRule: "follow_cross", title: { show: false }, legend: { ...small, marginTop: 6 } },
    },
    indicator: {
      lines: [token("--c-ma1"), token("--c-ma2"), token("--c-ma3"), up, down].map((color) => ({
        color,
        size: 1,
      })),
      bars: [{ upColor: faded(up), downColor: faded(down), noChangeColor: faded(muted) }],
      circles: [{ upColor: up, downColor: down, noChangeColor: muted }],
      tooltip: { title: { show: false }, legend: small },
      lastValueMark: { show: false },
    },
    xAxis: { axisLine: { color: token("--c-line") }, tickLine: { show: false }, tickText: small },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: small },
    separator: { color: token("--c-line"), activeBackgroundColor: token("--c-primary-soft") },
    crosshair: { horizontal: hair, vertical: hair },
  };
}

const UNSEEN = "transparent";

const barColors = (up: string, down: string, same: string) => ({
  upColor: up,
  downColor: down,
  noChangeColor: same,
  upBorderColor: up,
  downBorderColor: down,
  noChangeBorderColor: same,
  upWickColor: up,
  downWickColor: down,
  noChangeWickColor: same,
});

/**
 * Style of the user's own orders: dashed, in the color used for the user's own items. Sparse dashes without that color
 * are those of an order that waits for another one.
 */
export function orderStyles(element: HTMLElement, isPending = false): DeepPartial<OverlayStyle> {
  const css = getComputedStyle(element);
  const token = (name: string): string => css.getPropertyValue(name).trim();
  return {
    line: {
      color: token(isPending ? "--c-muted" : "--c-primary"),
      style: "dashed",
      dashedValue: isPending ? [2, 5] : [4, 3],
      size: 1,
    },
    text: {
      color: token(isPending ? "--c-muted" : "--c-primary-text"),
      // Bars may be behind the text.
      backgroundColor: token("--c-surface"),
      borderSize: 0,
      borderRadius: 3,
      family: token("--f-sans"),
      size: 11,
      paddingLeft: 3,
      paddingRight: 3,
      paddingTop: 1,
      paddingBottom: 1,
    },
  };
}
