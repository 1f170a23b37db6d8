import { divideFloor, divideTowardsZero, multiplyDivideFloor } from "@candor/money/integer";

export const SCALED_SHAPES = ["flat", "increasing", "decreasing"] as const;
/** How the sizes develop from the first price to the last. */
export type ScaledShape = (typeof SCALED_SHAPES)[number];

export const MOST_SCALED = 20;
export const LEAST_SCALED = 2;

export interface ScaledOrder {
  readonly ticks: number;
  readonly lots: number;
}

interface Scale {
  readonly fromTicks: number;
  readonly toTicks: number;
  readonly count: number;
  /** Of all orders together. */
  readonly lots: number;
  readonly shape: ScaledShape;
}

/**
 * Returns limit orders at even distances between two prices. Prices are rounded to a tick toward the first price; sizes
 * are whole lots that add up to exactly the given lots.
 */
export function scaledOrders({ fromTicks, toTicks, count, lots, shape }: Scale): readonly ScaledOrder[] {
  const weightOf = (at: number): number =>
    shape === "flat" ? 1 : shape === "increasing" ? at + 1 : count - at;
  const whole = shape === "flat" ? count : divideFloor(count * (count + 1), 2);
  let weight = 0;
  let placed = 0;
  return Array.from({ length: count }, (_, at) => {
    weight += weightOf(at);
    const upTo = multiplyDivideFloor(lots, weight, whole);
    const own = upTo - placed;
    placed = upTo;
    return { ticks: fromTicks + divideTowardsZero((toTicks - fromTicks) * at, count - 1), lots: own };
  });
}
