/** A place on the canvas in pixels; y grows downwards. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type Segment = readonly [Place, Place];

/** Returns the line from `from` through `to` until the edge of the canvas. */
export function rayThrough(from: Place, to: Place, { width, height }: Size): Segment {
  if (from.x === to.x) return [from, { x: from.x, y: to.y < from.y ? 0 : height }];
  const x = to.x > from.x ? width : 0;
  return [from, { x, y: from.y + ((to.y - from.y) / (to.x - from.x)) * (x - from.x) }];
}

/** Returns the line through both points from edge to edge. */
export function lineThrough(a: Place, b: Place, size: Size): Segment {
  return [rayThrough(b, a, size)[1], rayThrough(a, b, size)[1]];
}

/** Pixels around the canvas in which lines are still drawn. */
const MARGIN = 10;

/**
 * Returns the part of a segment that the canvas shows; undefined if there is none. Dashes cost time for all of their length:
 * a line of a year in an interval of minutes has millions of pixels. The part begins after whole dashes of `period` pixels,
 * so that they stay where they are while the chart moves.
 */
export function shownPart([from, to]: Segment, { width, height }: Size, period: number): Segment | undefined {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  for (const [step, at, size] of [
    [dx, from.x, width],
    [dy, from.y, height],
  ] as const) {
    const edges = [-MARGIN - at, size + MARGIN - at] as const;
    if (step === 0 && (edges[0] > 0 || edges[1] < 0)) return undefined;
    if (step === 0) continue;
    const [one, other] = [edges[0] / step, edges[1] / step];
    start = Math.max(start, Math.min(one, other));
    end = Math.min(end, Math.max(one, other));
  }
  if (start > end) return undefined;
  const length = Math.hypot(dx, dy);
  const placeAt = (share: number): Place => ({ x: from.x + dx * share, y: from.y + dy * share });
  const begin = start === 0 ? from : placeAt((Math.floor((start * length) / period) * period) / length);
  return [begin, end === 1 ? to : placeAt(end)];
}

/**
 * Returns the part of a side of a rectangle that the canvas shows, as `shownPart` does: what is cut off at either end is a
 * number of whole dashes, so that those of all sides stay where they are.
 */
export function shownSpan(
  from: number,
  to: number,
  size: number,
  period: number,
): readonly [number, number] | undefined {
  if (to < -MARGIN || from > size + MARGIN) return undefined;
  const cut = (beyond: number): number => Math.max(0, Math.floor(beyond / period)) * period;
  return [from + cut(-MARGIN - from), to - cut(to - size - MARGIN)];
}

/**
 * Returns the sides of a parallel channel: the segment from `a` to `b`, its parallel through `c`, and the middle of
 * both. All three span the same times.
 */
export function channelSides(
  a: Place,
  b: Place,
  c: Place,
): { readonly base: Segment; readonly parallel: Segment; readonly middle: Segment } {
  const slope = a.x === b.x ? 0 : (b.y - a.y) / (b.x - a.x);
  const shift = c.y - (a.y + slope * (c.x - a.x));
  const moved = (place: Place, by: number): Place => ({ x: place.x, y: place.y + by });
  return {
    base: [a, b],
    parallel: [moved(a, shift), moved(b, shift)],
    middle: [moved(a, shift / 2), moved(b, shift / 2)],
  };
}

/** Fibonacci ratios of a retracement. */
const FIBONACCI_RATIOS = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** Returns the prices of a retracement from the end of a move (ratio 0) back to its start (ratio 1). */
export const retracement = (start: number, end: number): readonly { ratio: number; price: number }[] =>
  FIBONACCI_RATIOS.map((ratio) => ({ ratio, price: end + (start - end) * ratio }));

export interface Measured {
  /** Price units, signed. */
  readonly price: number;
  /** Percent of the first price, signed; undefined for a first price of 0. */
  readonly percent: number | undefined;
  /** Bars, signed. */
  readonly bars: number;
  /** Milliseconds, signed. */
  readonly timeMs: number;
}

interface MeasuredPoint {
  readonly timeMs: number;
  readonly price: number;
  /** Index of the bar. */
  readonly bar: number;
}

/** Returns the distance from one point of the chart to another. */
export const measure = (from: MeasuredPoint, to: MeasuredPoint): Measured => ({
  price: to.price - from.price,
  percent: from.price === 0 ? undefined : ((to.price - from.price) / from.price) * 100,
  bars: to.bar - from.bar,
  timeMs: to.timeMs - from.timeMs,
});

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Splits a duration into days, hours, minutes and seconds. The sign is dropped. */
export function durationParts(timeMs: number): {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
} {
  const ms = Math.abs(timeMs);
  return {
    days: Math.floor(ms / DAY_MS),
    hours: Math.floor((ms % DAY_MS) / HOUR_MS),
    minutes: Math.floor((ms % HOUR_MS) / MINUTE_MS),
    seconds: Math.floor((ms % MINUTE_MS) / 1_000),
  };
}
