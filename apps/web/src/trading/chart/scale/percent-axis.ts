import { type Chart, registerYAxis } from "klinecharts";
import { comparedExtremes } from "../compare/compared-series.ts";
import { percentRange } from "./percent-range.ts";

/** Name of the price axis in percent of the first bar in view. */
export const PERCENT_AXIS = "candorPercent";

const DECIMALS = 2;

/** The price that counts as 0%: the close of the first bar in view. */
export const basePrice = (chart: Chart): number | undefined =>
  chart.getDataList()[Math.max(0, chart.getVisibleRange().from)]?.close;

/** Like the library's axis of this kind, with room for compared markets. */
registerYAxis({
  name: PERCENT_AXIS,
  minSpan: () => 10 ** -DECIMALS,
  displayValueToText: (value) => `${value.toFixed(DECIMALS)}%`,
  valueToRealValue: (value, { range }) =>
    across(value, range.from, range.range, range.realFrom, range.realRange),
  realValueToValue: (value, { range }) =>
    across(value, range.realFrom, range.realRange, range.from, range.range),
  createRange: ({ chart, defaultRange }) => {
    const base = basePrice(chart);
    if (base === undefined || base === 0) return defaultRange;
    const compared = comparedExtremes(chart, base);
    return percentRange(
      Math.min(defaultRange.from, compared?.lowest ?? defaultRange.from),
      Math.max(defaultRange.to, compared?.highest ?? defaultRange.to),
      base,
    );
  },
});

/** Maps a value of one range to the same place in another. */
function across(value: number, from: number, range: number, toFrom: number, toRange: number): number {
  return range === 0 ? toFrom : ((value - from) / range) * toRange + toFrom;
}
