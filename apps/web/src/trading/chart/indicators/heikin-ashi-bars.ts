import { type Chart, registerIndicator } from "klinecharts";
import { CANDLE_PANE } from "../candle-pane.ts";
import { heikinAshi, type OhlcBar } from "./heikin-ashi.ts";
import type { LineColor } from "./indicator-list.ts";

const NAME = "candorHeikinAshi";
const ID = "heikin-ashi";

interface BarColors {
  readonly up: string;
  readonly down: string;
}

registerIndicator<OhlcBar, number, BarColors>({
  name: NAME,
  series: "price",
  // Without type and title: they count for the axis, but neither line nor legend is drawn.
  figures: [{ key: "high" }, { key: "low" }],
  calc: (bars) => [...heikinAshi(bars)],
  draw: ({ ctx, chart, indicator, xAxis, yAxis }) => {
    const { from, to } = chart.getVisibleRange();
    const width = Math.max(1, Math.round(chart.getBarSpace().gapBar));
    for (let index = from; index < to; index++) {
      const bar = indicator.result[index];
      if (bar === undefined) continue;
      const x = Math.round(xAxis.convertToPixel(index));
      const [open, close] = [yAxis.convertToPixel(bar.open), yAxis.convertToPixel(bar.close)];
      const [high, low] = [yAxis.convertToPixel(bar.high), yAxis.convertToPixel(bar.low)];
      ctx.fillStyle = bar.close >= bar.open ? indicator.extendData.up : indicator.extendData.down;
      ctx.fillRect(x, high, 1, Math.max(1, low - high));
      ctx.fillRect(
        x - Math.floor(width / 2),
        Math.min(open, close),
        width,
        Math.max(1, Math.abs(open - close)),
      );
    }
    return true;
  },
});

/** Draws Heikin-Ashi bars over the candles, or removes them. */
export function showHeikinAshi(chart: Chart, isOn: boolean, token: (color: LineColor) => string): void {
  chart.removeIndicator({ id: ID, paneId: CANDLE_PANE });
  if (!isOn) return;
  chart.createIndicator(
    {
      name: NAME,
      id: ID,
      paneId: CANDLE_PANE,
      zLevel: -1,
      extendData: { up: token("up"), down: token("down") },
      createTooltipDataSource: () => ({ name: "", calcParamsText: "", features: [], legends: [] }),
    },
    true,
  );
}
