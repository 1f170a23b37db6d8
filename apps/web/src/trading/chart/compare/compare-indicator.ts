import { type Chart, registerIndicator, type TooltipLegend } from "klinecharts";
import { CANDLE_PANE } from "../candle-pane.ts";
import { basePrice } from "../scale/percent-axis.ts";
import { type ComparedSeries, comparedInView, setCompared } from "./compared-series.ts";

const NAME = "candorCompare";
const ID = "compare";
const LINE_WIDTH = 1.5;

/** Formats a percentage in the user's language. */
type PercentText = (percent: number) => string;

interface ComparisonTexts {
  readonly version: number;
  readonly percentText: PercentText;
}

let versions = 0;

registerIndicator<object, number, ComparisonTexts>({
  name: NAME,
  figures: [],
  calc: () => [],
  draw: ({ ctx, chart, xAxis, yAxis }) => {
    const base = basePrice(chart);
    if (base === undefined) return true;
    ctx.lineWidth = LINE_WIDTH;
    ctx.lineJoin = "round";
    // The library leaves the dashes of its last line.
    ctx.setLineDash([]);
    for (const { series, points } of comparedInView(chart, base)) {
      ctx.strokeStyle = series.color;
      ctx.beginPath();
      for (const { index, asPrice } of points)
        ctx.lineTo(xAxis.convertToPixel(index), yAxis.convertToPixel(asPrice));
      ctx.stroke();
    }
    return true;
  },
  createTooltipDataSource: ({ chart, indicator, crosshair }) => {
    const base = basePrice(chart) ?? 0;
    const legends = comparedInView(chart, base).map(({ series, points }): TooltipLegend => {
      const point = points.findLast(
        ({ index }) => index <= (crosshair.dataIndex ?? Number.POSITIVE_INFINITY),
      );
      const { color } = series;
      const value =
        point === undefined ? "–" : (indicator.extendData as ComparisonTexts).percentText(point.percent);
      return { title: { text: `${series.name}: `, color }, value: { text: value, color } };
    });
    return { name: "", calcParamsText: "", features: [], legends };
  },
});

/** Draws compared markets over the candles, with a legend; without any, nothing. */
export function showCompared(
  chart: Chart,
  series: readonly ComparedSeries[],
  percentText: PercentText,
): void {
  setCompared(chart, series);
  const extendData: ComparisonTexts = { version: ++versions, percentText };
  if (series.length === 0) chart.removeIndicator({ id: ID, paneId: CANDLE_PANE });
  else if (chart.getIndicators({ id: ID }).length > 0)
    chart.overrideIndicator({ name: NAME, id: ID, extendData });
  else chart.createIndicator({ name: NAME, id: ID, paneId: CANDLE_PANE, extendData }, true);
}
