import type { Chart } from "klinecharts";
import { CANDLE_PANE } from "../candle-pane.ts";
import type { DrawingPoint } from "./drawing.ts";
import type { Place } from "./geometry.ts";

/** What an arrow key moves by: bars to the right, and rows down. */
export interface Step {
  readonly bars: number;
  readonly rows: number;
}

/** Pixels of a row. */
const ROW = 4;
/** With Shift. */
const LARGE = 10;

const ARROWS: Readonly<Record<string, Step>> = {
  ArrowLeft: { bars: -1, rows: 0 },
  ArrowRight: { bars: 1, rows: 0 },
  ArrowUp: { bars: 0, rows: -1 },
  ArrowDown: { bars: 0, rows: 1 },
};

/** Returns what a key moves by; undefined for other keys. */
export function stepOfKey(key: string, isLarge: boolean): Step | undefined {
  const step = ARROWS[key];
  const times = isLarge ? LARGE : 1;
  return step && { bars: step.bars * times, rows: step.rows * times };
}

export const stepPixels = (
  chart: Chart,
  { bars, rows }: Step,
): { readonly dx: number; readonly dy: number } => ({
  dx: bars * chart.getBarSpace().bar,
  dy: rows * ROW,
});

/** Returns where the candle pane shows a point; undefined without bars. */
export function placeOf(chart: Chart, { timeMs, price }: DrawingPoint): Place | undefined {
  const shown = chart.convertToPixel([{ timestamp: timeMs, value: price }], { paneId: CANDLE_PANE });
  const [{ x, y } = {}] = Array.isArray(shown) ? shown : [shown];
  return x === undefined || y === undefined ? undefined : { x, y };
}

/**
 * Moves the points of a drawing, or only one of them.
 * @returns undefined where the chart has no time or price
 */
export function movedPoints(
  chart: Chart,
  points: readonly DrawingPoint[],
  anchor: number | null,
  step: Step,
): readonly DrawingPoint[] | undefined {
  const { dx, dy } = stepPixels(chart, step);
  const moved = points.flatMap((point, index) => {
    if (anchor !== null && anchor !== index) return [point];
    const place = placeOf(chart, point);
    if (place === undefined) return [];
    const found = chart.convertFromPixel([{ x: place.x + dx, y: place.y + dy }], { paneId: CANDLE_PANE });
    const [{ timestamp, value } = {}] = Array.isArray(found) ? found : [found];
    if (timestamp === undefined || value === undefined) return [];
    // What a key does not move stays exactly as it is.
    return [{ timeMs: dx === 0 ? point.timeMs : timestamp, price: dy === 0 ? point.price : value }];
  });
  return moved.length === points.length ? moved : undefined;
}
