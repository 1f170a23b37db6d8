import { type IndicatorDrawParams, registerIndicator } from "klinecharts";
import { type IchimokuPoint, ichimoku } from "./ichimoku.ts";

/** The order of the lines, also of their colors. */
const SPAN_A = 2;
const SPAN_B = 3;
/** #RRGGBB and this are a color with 12% opacity. */
const SOFT = "1f";

/** Registers the Ichimoku indicator: five lines, and a cloud between the spans in the color of the upper one. */
export function registerIchimoku(): void {
  registerIndicator<IchimokuPoint, number>({
    name: "ICHIMOKU",
    shortName: "Ichimoku",
    series: "price",
    figures: [
      { key: "tenkan", title: "Tenkan: ", type: "line" },
      { key: "kijun", title: "Kijun: ", type: "line" },
      { key: "spanA", title: "Senkou A: ", type: "line" },
      { key: "spanB", title: "Senkou B: ", type: "line" },
      { key: "chikou", title: "Chikou: ", type: "line" },
    ],
    calc: (bars, { calcParams: [conversion = 9, base = 26, span = 52, displacement = 26] }) => [
      ...ichimoku(bars, { conversion, base, span, displacement }),
    ],
    draw: drawCloud,
  });
}

type Cloud = IndicatorDrawParams<IchimokuPoint, number, unknown>;

/** Fills the cloud, and draws its edges right of the newest bar, where the library draws nothing. */
function drawCloud(cloud: Cloud): boolean {
  const { ctx, chart, indicator, bounding, xAxis } = cloud;
  const bars = chart.getDataList().length;
  const from = Math.max(0, chart.getVisibleRange().from - 1);
  const last = Math.min(indicator.result.length - 1, Math.ceil(xAxis.convertFromPixel(bounding.width)) + 1);
  const [colorA, colorB] = [SPAN_A, SPAN_B].map((line) => indicator.styles?.lines?.[line]?.color ?? "");
  for (const [color, isUpper] of [
    [colorA, (a: number, b: number) => a >= b],
    [colorB, (a: number, b: number) => a < b],
  ] as const) {
    ctx.fillStyle = `${color}${SOFT}`;
    ctx.beginPath();
    for (let at = from; at < last; at++) addPart(cloud, at, isUpper);
    ctx.fill();
  }
  for (const [color, key] of [
    [colorA, "spanA"],
    [colorB, "spanB"],
  ] as const) {
    ctx.strokeStyle = color ?? "";
    ctx.lineWidth = 1;
    // The library leaves the dashes of its last line.
    ctx.setLineDash([]);
    ctx.beginPath();
    for (let at = Math.max(from, bars - 1); at <= last; at++) {
      const value = indicator.result[at]?.[key];
      if (value !== undefined) ctx.lineTo(xAxis.convertToPixel(at), cloud.yAxis.convertToPixel(value));
    }
    ctx.stroke();
  }
  return false;
}

/** Adds the cloud between two bars to the path, if the span that decides its color is the upper one there. */
function addPart(
  { ctx, indicator, xAxis, yAxis }: Cloud,
  at: number,
  isUpper: (a: number, b: number) => boolean,
): void {
  const { spanA: a, spanB: b } = indicator.result[at] ?? {};
  const { spanA: nextA, spanB: nextB } = indicator.result[at + 1] ?? {};
  if (a === undefined || b === undefined || nextA === undefined || nextB === undefined) return;
  if (!isUpper((a + nextA) / 2, (b + nextB) / 2)) return;
  const [x, nextX] = [xAxis.convertToPixel(at), xAxis.convertToPixel(at + 1)];
  ctx.moveTo(x, yAxis.convertToPixel(a));
  ctx.lineTo(nextX, yAxis.convertToPixel(nextA));
  ctx.lineTo(nextX, yAxis.convertToPixel(nextB));
  ctx.lineTo(x, yAxis.convertToPixel(b));
  ctx.closePath();
}
