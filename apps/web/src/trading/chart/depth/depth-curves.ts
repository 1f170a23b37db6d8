import type { DepthLevel } from "../../../data/order-book-store.ts";

/** A step of a cumulated side of the book. */
export interface DepthStep {
  readonly price: number;
  /** Quantity of this level and all better ones, in the base coin. */
  readonly sum: number;
  /** Value of that quantity in the quote coin. */
  readonly value: number;
  /** Distance of the price from the middle in percent, signed. */
  readonly percent: number;
}

export interface DepthCurves {
  /** Middle between the best bid and the best ask. */
  readonly middle: number;
  /** Best first. */
  readonly bids: readonly DepthStep[];
  readonly asks: readonly DepthStep[];
  /** Lowest and highest price shown: equally far from the middle. */
  readonly from: number;
  readonly to: number;
  /** The largest sum shown. */
  readonly most: number;
}

/**
 * Cumulates both sides of a book, best level first. Both cover the same distance from the middle: that of the side
 * whose known levels reach less far.
 * @returns undefined unless both sides have a level
 */
export function depthCurves(
  bids: readonly DepthLevel[],
  asks: readonly DepthLevel[],
): DepthCurves | undefined {
  const [bid, ask] = [bids[0], asks[0]];
  const [lastBid, lastAsk] = [bids.at(-1), asks.at(-1)];
  if (bid === undefined || ask === undefined || lastBid === undefined || lastAsk === undefined)
    return undefined;
  const middle = (bid.price + ask.price) / 2;
  const reach = Math.min(middle - lastBid.price, lastAsk.price - middle);
  const shown = (levels: readonly DepthLevel[]): readonly DepthStep[] =>
    cumulate(
      levels.filter(({ price }, index) => index === 0 || Math.abs(price - middle) <= reach),
      middle,
    );
  const [shownBids, shownAsks] = [shown(bids), shown(asks)];
  const span = Math.max(reach, middle - bid.price);
  return {
    middle,
    bids: shownBids,
    asks: shownAsks,
    from: middle - span,
    to: middle + span,
    most: Math.max(shownBids.at(-1)?.sum ?? 0, shownAsks.at(-1)?.sum ?? 0),
  };
}

function cumulate(levels: readonly DepthLevel[], middle: number): readonly DepthStep[] {
  let sum = 0;
  let value = 0;
  return levels.map(({ price, quantity }) => {
    sum += quantity;
    value += price * quantity;
    return { price, sum, value, percent: (price / middle - 1) * 100 };
  });
}

/**
 * Returns what it takes to move the price to `price`: the last level on the way there from the middle; undefined where
 * no level is on the way.
 */
export function stepAt({ middle, bids, asks }: DepthCurves, price: number): DepthStep | undefined {
  return price < middle
    ? bids.findLast((step) => step.price >= price)
    : asks.findLast((step) => step.price <= price);
}

/** Returns the corners of a side as x and y from 0 to 1, from the middle outwards; y grows with the sum. */
export function corners(
  { from, to, most }: DepthCurves,
  steps: readonly DepthStep[],
  edge: number,
): readonly (readonly [x: number, y: number])[] {
  const place = (price: number): number => (price - from) / (to - from);
  const points: (readonly [number, number])[] = [];
  let height = 0;
  for (const { price, sum } of steps) {
    points.push([place(price), height], [place(price), sum / most]);
    height = sum / most;
  }
  return steps.length === 0 ? [] : [...points, [place(edge), height]];
}
