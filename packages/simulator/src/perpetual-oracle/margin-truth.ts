import {
  add,
  divide,
  type Fraction,
  fraction,
  isAbove,
  isBelow,
  multiply,
  negate,
  ONE,
  subtract,
  ZERO,
} from "./fraction.ts";

/**
 * Margin of a linear perpetual as in product.md section 5, exact and without rounding. Written from the formulas only:
 * the exchange's results are compared with it, and it shares no code with the exchange.
 */

/** `1` long, `-1` short: the `s` of the formulas. */
export type SideSign = 1 | -1;

export type TierTruth = {
  /** Upper notional bound of the tier, in USDT. */
  readonly notionalCap: Fraction;
  readonly maintenanceRate: Fraction;
  /** In USDT. */
  readonly cumulative: Fraction;
  readonly maxLeverage: number;
};

export type PositionTruth = {
  readonly side: SideSign;
  /** In coins; positive. */
  readonly quantity: Fraction;
  /** Average, in USDT per coin. */
  readonly entry: Fraction;
};

const signOf = (side: SideSign): Fraction => (side === 1 ? ONE : negate(ONE));

export const notionalAt = (position: PositionTruth, price: Fraction): Fraction =>
  multiply(position.quantity, price);

/** A notional exactly at a cap is still inside the tier; beyond the last cap the last tier applies. */
export const tierIndexOf = (tiers: readonly TierTruth[], notional: Fraction): number => {
  const inside = tiers.findIndex((tier) => !isAbove(notional, tier.notionalCap));
  return inside === -1 ? tiers.length - 1 : inside;
};

const tierAt = (tiers: readonly TierTruth[], index: number): TierTruth => {
  const tier = tiers[index];
  if (tier === undefined) throw new RangeError("a contract must have at least one tier");
  return tier;
};

/** notional × rate(tier) − cumulative(tier) */
export const maintenanceOf = (tiers: readonly TierTruth[], notional: Fraction): Fraction => {
  const tier = tierAt(tiers, tierIndexOf(tiers, notional));
  return subtract(multiply(notional, tier.maintenanceRate), tier.cumulative);
};

/**
 * The cumulatives that make maintenance margin continuous at every cap: a credit for the higher rate that a tier
 * charges on the notional below it. Computed from caps and rates only, for comparison with a table's own.
 */
export const continuousCumulatives = (tiers: readonly TierTruth[]): readonly Fraction[] => {
  const cumulatives: Fraction[] = [];
  tiers.forEach((tier, index) => {
    const below = tiers[index - 1];
    const belowCumulative = cumulatives[index - 1];
    cumulatives.push(
      below === undefined || belowCumulative === undefined
        ? ZERO
        : add(
            belowCumulative,
            multiply(below.notionalCap, subtract(tier.maintenanceRate, below.maintenanceRate)),
          ),
    );
  });
  return cumulatives;
};

/** s·q·(price − entry) */
export const profitAt = (position: PositionTruth, price: Fraction): Fraction =>
  multiply(signOf(position.side), position.quantity, subtract(price, position.entry));

export const initialMarginOf = (notional: Fraction, leverage: number): Fraction =>
  divide(notional, fraction(BigInt(leverage)));

/**
 * The price at which `collateral + s·q·(price − entry)` equals the maintenance margin, or `null` when there is none
 * above zero. `collateral` is the margin of an isolated position; for a cross position it is the wallet's balance plus
 * the profit of the other positions, minus their maintenance margin.
 *
 * (collateral + cum − s·q·entry) ÷ (q·mmr − s·q), with the tier that contains the answer itself: equity minus
 * maintenance margin only rises with the price for a long and only falls for a short, so there is one answer.
 */
export const liquidationPriceOf = (
  position: PositionTruth,
  collateral: Fraction,
  tiers: readonly TierTruth[],
): Fraction | null => {
  const signedQuantity = multiply(signOf(position.side), position.quantity);
  for (let index = 0; index < tiers.length; index += 1) {
    const tier = tierAt(tiers, index);
    const price = divide(
      subtract(add(collateral, tier.cumulative), multiply(signedQuantity, position.entry)),
      subtract(multiply(position.quantity, tier.maintenanceRate), signedQuantity),
    );
    const floor = index === 0 ? ZERO : tierAt(tiers, index - 1).notionalCap;
    const notional = notionalAt(position, price);
    const isLast = index === tiers.length - 1;
    const isAboveFloor = index === 0 ? isAbove(price, ZERO) : !isBelow(notional, floor);
    if (isAboveFloor && (isLast || !isAbove(notional, tier.notionalCap))) return price;
  }
  return null;
};

/** The price at which nothing is left: collateral + s·q·(price − entry) = 0. `null` when it is not above zero. */
export const bankruptcyPriceOf = (position: PositionTruth, collateral: Fraction): Fraction | null => {
  const price = subtract(
    position.entry,
    multiply(signOf(position.side), divide(collateral, position.quantity)),
  );
  return isAbove(price, ZERO) ? price : null;
};

/** Maintenance margin ÷ equity; `null` without equity, which is beyond every ratio. */
export const riskRateOf = (maintenance: Fraction, equity: Fraction): Fraction | null =>
  isAbove(equity, ZERO) ? divide(maintenance, equity) : null;
