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
 * Margin of a linear perpetual as product.md section 5 tells it, exactly and without rounding. Written from the
 * formulas alone: what the exchange calculates is compared with this and shares no line with it.
 */

/** `1` long, `-1` short: the `s` of the formulas. */
export type SideSign = 1 | -1;

export type TierTruth = {
  /** Notional up to which the tier reaches, in USDT. */
  readonly notionalCap: Fraction;
  readonly maintenanceRate: Fraction;
  /** In USDT. */
  readonly cumulative: Fraction;
  readonly maxLeverage: number;
};

export type PositionTruth = {
  readonly side: SideSign;
  /** In coins, above zero. */
  readonly quantity: Fraction;
  /** Average, in USDT a coin. */
  readonly entry: Fraction;
};

const signOf = (side: SideSign): Fraction => (side === 1 ? ONE : negate(ONE));

export const notionalAt = (position: PositionTruth, price: Fraction): Fraction =>
  multiply(position.quantity, price);

/** A notional exactly at a cap is still inside the tier; past the last cap the last tier goes on. */
export const tierIndexOf = (tiers: readonly TierTruth[], notional: Fraction): number => {
  const inside = tiers.findIndex((tier) => !isAbove(notional, tier.notionalCap));
  return inside === -1 ? tiers.length - 1 : inside;
};

const tierAt = (tiers: readonly TierTruth[], index: number): TierTruth => {
  const tier = tiers[index];
  if (tier === undefined) throw new RangeError("a contract has at least one tier");
  return tier;
};

/** notional × rate(tier) − cumulative(tier) */
export const maintenanceOf = (tiers: readonly TierTruth[], notional: Fraction): Fraction => {
  const tier = tierAt(tiers, tierIndexOf(tiers, notional));
  return subtract(multiply(notional, tier.maintenanceRate), tier.cumulative);
};

/**
 * The cumulatives that make maintenance continuous at every cap: what a tier above asks more on the notional below it,
 * given back. Computed from caps and rates alone, to hold against a table's own.
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
 * The price at which `collateral + s·q·(price − entry)` equals the maintenance, or `null` when there is none above
 * zero. `collateral` is the margin of an isolated position; for one of a cross account it is the wallet's balance with
 * the profit of the other positions, less their maintenance.
 *
 * (collateral + cum − s·q·entry) ÷ (q·mmr − s·q), with the tier in which the answer itself lies: equity less
 * maintenance only ever rises with the price for a long and only ever falls for a short, so there is one answer.
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

/** Maintenance ÷ equity; `null` when no equity is left, which is past every rate. */
export const riskRateOf = (maintenance: Fraction, equity: Fraction): Fraction | null =>
  isAbove(equity, ZERO) ? divide(maintenance, equity) : null;

export type CrossHolding = { readonly position: PositionTruth; readonly mark: Fraction };

/** Wallet balance and every position's profit, with their maintenance: each position by the tiers of its own market. */
export const crossAccountAt = (
  balance: Fraction,
  holdings: readonly (CrossHolding & { readonly tiers: readonly TierTruth[] })[],
): { readonly equity: Fraction; readonly maintenance: Fraction } => ({
  equity: add(balance, ...holdings.map(({ position, mark }) => profitAt(position, mark))),
  maintenance: add(
    ...holdings.map(({ position, mark, tiers }) => maintenanceOf(tiers, notionalAt(position, mark))),
  ),
});
