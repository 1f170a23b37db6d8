/**
 * Margin levels in 1/10,000: above the first, money can be transferred out; at or below the second, a margin call; at
 * or below the third, liquidation.
 */
export const TRANSFER_LEVEL_E4 = 20_000;
export const CALL_LEVEL_E4 = 13_000;
export const LIQUIDATION_LEVEL_E4 = 11_000;

const E4 = 10_000n;
const PPM = 1_000_000n;

/**
 * A margin account's assets (available and frozen) and debts (principal and interest), in the coins' smallest units.
 */
export interface LeverHoldings {
  readonly baseUnits: number;
  readonly quoteUnits: number;
  readonly baseOwedUnits: number;
  readonly quoteOwedUnits: number;
}

/** A market's scale: base units per lot, and quote units of a lot at one tick. */
export interface LeverMeasure {
  readonly lotUnits: number;
  readonly quoteFactor: number;
}

/**
 * Values everything at the index in whole ticks. To stay exact, values are in quote units × lotUnits: a base unit is
 * worth ticks × quoteFactor of these, a quote unit lotUnits.
 */
export function valuesOf(
  holdings: LeverHoldings,
  measure: LeverMeasure,
  ticks: number,
): { readonly assets: bigint; readonly debt: bigint } {
  const baseValue = BigInt(ticks) * BigInt(measure.quoteFactor);
  const quoteValue = BigInt(measure.lotUnits);
  return {
    assets: BigInt(holdings.baseUnits) * baseValue + BigInt(holdings.quoteUnits) * quoteValue,
    debt: BigInt(holdings.baseOwedUnits) * baseValue + BigInt(holdings.quoteOwedUnits) * quoteValue,
  };
}

/** Returns assets ÷ debt in 1/10,000, rounded down; undefined without debt. */
export function marginLevelE4(
  holdings: LeverHoldings,
  measure: LeverMeasure,
  ticks: number,
): number | undefined {
  const { assets, debt } = valuesOf(holdings, measure, ticks);
  if (debt === 0n) return undefined;
  const level = (assets * E4) / debt;
  return level > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(level);
}

/** Whether assets ÷ debt is at most `levelE4`, compared exactly; always false without debt. */
export function isAtMost(
  holdings: LeverHoldings,
  measure: LeverMeasure,
  ticks: number,
  levelE4: number,
): boolean {
  if (holdings.baseOwedUnits === 0 && holdings.quoteOwedUnits === 0) return false;
  const { assets, debt } = valuesOf(holdings, measure, ticks);
  return debt > 0n && assets * E4 <= debt * BigInt(levelE4);
}

/**
 * Returns the index at which the level falls to `levelE4`. With L the level, B and Q the assets, and b and q the debts
 * in base and quote:
 *
 *   B × p + Q ≤ L × (b × p + q) ⇔ p × (B − L × b) ≤ L × q − Q
 *
 * This holds at and below a price when B > L × b (most debt is in quote), and at and above one when B < L × b.
 * @returns positive: at or below this many ticks; negative: at or above this many; 0: at no price
 */
export function levelTriggerTicks(holdings: LeverHoldings, measure: LeverMeasure, levelE4: number): number {
  const { baseUnits, quoteUnits, baseOwedUnits, quoteOwedUnits } = holdings;
  if (baseOwedUnits === 0 && quoteOwedUnits === 0) return 0;
  const level = BigInt(levelE4);
  const slope = (BigInt(baseUnits) * E4 - BigInt(baseOwedUnits) * level) * BigInt(measure.quoteFactor);
  const reach = (BigInt(quoteOwedUnits) * level - BigInt(quoteUnits) * E4) * BigInt(measure.lotUnits);
  return ticksUpTo(slope, reach);
}

/**
 * Solves p × slope ≤ reach for prices p in whole ticks.
 * @returns positive: at or below this many ticks; negative: at or above this many; 0: at no price
 */
export function ticksUpTo(slope: bigint, reach: bigint): number {
  if (slope > 0n) return reach < slope ? 0 : narrow(reach / slope);
  if (slope === 0n) return reach >= 0n ? -1 : 0;
  if (reach >= 0n) return -1;
  const ticks = (-reach + -slope - 1n) / -slope;
  return 0 - narrow(ticks);
}

/**
 * Returns how much more of one coin the account may borrow under a leverage. With assets A, debt D and x borrowed,
 * whose first hour's interest i × x (rounded up) is owed at once:
 *
 *   D + x + i × x ≤ (leverage − 1) × (A − D − i × x) ⇔ x ≤ ((leverage − 1) × (A − D) − D) ÷ (1 + leverage × i)
 *
 * minus the maximum effect of rounding the interest up. Rounded down.
 */
export function borrowableUnits(
  holdings: LeverHoldings,
  measure: LeverMeasure,
  ticks: number,
  ofBase: boolean,
  leverage: number,
  hourlyPpm: number,
): number {
  if (ticks === 0) return 0;
  const { assets, debt } = valuesOf(holdings, measure, ticks);
  const unit = ofBase ? BigInt(ticks) * BigInt(measure.quoteFactor) : BigInt(measure.lotUnits);
  const times = BigInt(leverage);
  const room = (times - 1n) * (assets - debt) - debt - times * unit;
  if (room <= 0n) return 0;
  return narrow((room * PPM) / (unit * (PPM + times * BigInt(hourlyPpm))));
}

/**
 * Returns how much of one coin can be transferred out while the level stays at least 2; 0 unless it is above 2. Rounded
 * down.
 */
export function transferableUnits(
  holdings: LeverHoldings,
  measure: LeverMeasure,
  ticks: number,
  ofBase: boolean,
): number {
  const { baseUnits, quoteUnits, baseOwedUnits, quoteOwedUnits } = holdings;
  if (baseOwedUnits === 0 && quoteOwedUnits === 0) return ofBase ? baseUnits : quoteUnits;
  if (ticks === 0) return 0;
  const { assets, debt } = valuesOf(holdings, measure, ticks);
  const spare = assets * E4 - debt * BigInt(TRANSFER_LEVEL_E4);
  if (spare <= 0n) return 0;
  const unit = ofBase ? BigInt(ticks) * BigInt(measure.quoteFactor) : BigInt(measure.lotUnits);
  return narrow(spare / (unit * E4));
}

/** Values beyond the safe integers exceed every price and balance. */
function narrow(value: bigint): number {
  return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(value);
}
