import type { Bracket } from "./margin.ts";

const PPM = 1_000_000n;

/** Both positions of a contract in a cross account, and what else backs them. */
export interface HedgedPair {
  /** Positive. */
  readonly longLots: number;
  readonly longCostUnits: number;
  /** Positive. */
  readonly shortLots: number;
  readonly shortCostUnits: number;
  /** The account's cash and the profit of its other positions, minus their maintenance margin. */
  readonly backingUnits: number;
  /** The value of one lot at one tick. */
  readonly factor: number;
  readonly brackets: readonly Bracket[];
}

/**
 * Returns the highest mark up to `markTicks` at which the pair's equity does not exceed its maintenance margin: where the
 * long position is liquidated. 0 for none.
 *
 * The equity is linear in the mark, and the maintenance margin of each position is the maximum of its tiers' lines. So
 * their difference is concave: below a mark where it is positive it has at most one root.
 */
export function lowerLiquidationTicks(pair: HedgedPair, markTicks: number): number {
  if (!isSafe(pair, markTicks)) return markTicks;
  if (isSafe(pair, 1)) return 0;
  let [low, high] = [1, markTicks];
  while (high - low > 1) {
    const middle = low + ((high - low) >> 1);
    if (isSafe(pair, middle)) high = middle;
    else low = middle;
  }
  return low;
}

/** Like lowerLiquidationTicks, for the short position: the lowest mark from `markTicks` on, up to `mostTicks`. */
export function upperLiquidationTicks(pair: HedgedPair, markTicks: number, mostTicks: number): number {
  if (!isSafe(pair, markTicks)) return markTicks;
  if (isSafe(pair, mostTicks)) return 0;
  let [low, high] = [markTicks, mostTicks];
  while (high - low > 1) {
    const middle = low + ((high - low) >> 1);
    if (isSafe(pair, middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** Whether equity exceeds maintenance margin at this mark. Both are exact, in millionths of a unit. */
function isSafe(pair: HedgedPair, ticks: number): boolean {
  const price = BigInt(ticks) * BigInt(pair.factor);
  const long = BigInt(pair.longLots) * price;
  const short = BigInt(pair.shortLots) * price;
  const costs = BigInt(pair.shortCostUnits) - BigInt(pair.longCostUnits);
  const equity = BigInt(pair.backingUnits) + long - short + costs;
  return equity * PPM > maintenance(pair.brackets, long) + maintenance(pair.brackets, short);
}

function maintenance(brackets: readonly Bracket[], value: bigint): bigint {
  const last = brackets.length - 1;
  const tier = brackets.findIndex(({ capUnits }, index) => index === last || value <= BigInt(capUnits));
  const { maintenancePpm, cumulativeUnits } = brackets[tier] as Bracket;
  return value * BigInt(maintenancePpm) - BigInt(cumulativeUnits) * PPM;
}
