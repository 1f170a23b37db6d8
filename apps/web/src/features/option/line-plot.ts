/** A point of an index line, as fractions of the plot: 0 is left and top, 1 is right and bottom. */
export interface Point {
  readonly atMs: number;
  readonly price: number;
}

/** Time span of the past shown by the line. */
export const LINE_SPAN_MS = 300_000;
const MIN_SPAN_MS = 30_000;
/** Space right of the present. */
const MIN_AHEAD = 0.16;
/** Space above the highest and below the lowest price. */
const MARGIN = 0.09;
const MAX_GRID_LINES = 7;
const ROUND_STEPS = [1, 2, 5, 10];

/** Interval of index ticks. */
export const TICK_MS = 500;

/** Without a point for longer than this, nothing is known: older minutes have one point each. */
const GAP_MS = 90_000;

interface Tick {
  readonly timeMs: number;
  /** null if there was no index. */
  readonly price: string | null;
}

/** Converts ticks to points. An unchanged index is drawn flat until just before the next tick. */
export function tickPoints(ticks: readonly Tick[], untilMs: number): Point[] {
  const points: Point[] = [];
  for (const { timeMs, price } of ticks) {
    if (price === null || timeMs >= untilMs) continue;
    const last = points.at(-1);
    const silentMs = last === undefined ? 0 : timeMs - last.atMs;
    if (last !== undefined && silentMs > 2 * TICK_MS && silentMs <= GAP_MS)
      points.push({ atMs: timeMs - TICK_MS, price: last.price });
    points.push({ atMs: timeMs, price: Number(price) });
  }
  return points;
}

/** Splits a line where nothing is known, such as while the server was down: a line across would look like prices. */
export function lineSegments(points: readonly Point[]): readonly (readonly Point[])[] {
  const segments: Point[][] = [];
  for (const point of points) {
    const last = segments.at(-1)?.at(-1);
    if (last !== undefined && point.atMs - last.atMs <= GAP_MS) segments.at(-1)?.push(point);
    else segments.push([point]);
  }
  return segments;
}

export interface LinePlot {
  readonly x: (atMs: number) => number;
  readonly y: (price: number) => number;
  /** Round prices inside the plot, lowest first. */
  readonly gridPrices: readonly number[];
  /** Decimals needed to distinguish grid prices. */
  readonly gridDecimals: number;
}

/**
 * The time axis runs from the oldest point to the end of the selected contract, but never shows more future than past;
 * the price axis fits the line and the strikes.
 */
export function plotLine(
  points: readonly Point[],
  strikes: readonly number[],
  nowMs: number,
  endsAtMs?: number,
): LinePlot {
  const behindMs = Math.min(LINE_SPAN_MS, Math.max(MIN_SPAN_MS, nowMs - (points[0]?.atMs ?? nowMs)));
  const aheadMs = Math.min(behindMs, Math.max(behindMs * MIN_AHEAD, (endsAtMs ?? nowMs) - nowMs));
  const prices = [...points.map(({ price }) => price), ...strikes];
  const high = Math.max(...prices);
  const low = Math.min(...prices);
  const middle = (high + low) / 2;
  // Keeps noise small: the axis spans at least 0.01% of the price.
  const span = Math.max(high - low, middle / 10_000) / (1 - 2 * MARGIN);
  const bottom = middle - span / 2;
  const step = roundStep(span / MAX_GRID_LINES);
  const gridPrices: number[] = [];
  for (let price = Math.ceil(bottom / step) * step; price <= bottom + span; price += step) {
    gridPrices.push(price);
  }
  return {
    x: (atMs) => (atMs - nowMs + behindMs) / (behindMs + aheadMs),
    y: (price) => 1 - (price - bottom) / span,
    gridPrices,
    gridDecimals: Math.max(0, -Math.floor(Math.log10(step))),
  };
}

/** Returns the next 1, 2 or 5 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * (ROUND_STEPS.find((factor) => factor * power >= least) ?? 10);
}

/** Keeps two tags on one scale apart: moves the second one. */
export function separateTags(y: number, fixed: number, distance: number): number {
  if (Math.abs(y - fixed) >= distance) return y;
  const moved = y < fixed ? fixed - distance : fixed + distance;
  return moved < 0 || moved > 1 ? 2 * fixed - moved : moved;
}
