import type { AxisRange } from "klinecharts";

/** Returns the axis from one price to another, in percent of `base`. */
export function percentRange(from: number, to: number, base: number): AxisRange {
  const [realFrom, realTo] = [(from / base - 1) * 100, (to / base - 1) * 100];
  const realRange = realTo - realFrom;
  return {
    from,
    to,
    range: to - from,
    realFrom,
    realTo,
    realRange,
    displayFrom: realFrom,
    displayTo: realTo,
    displayRange: realRange,
  };
}
