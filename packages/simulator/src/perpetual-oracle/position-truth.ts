import {
  add,
  divide,
  type Fraction,
  fraction,
  isAbove,
  isBelow,
  lesser,
  magnitude,
  multiply,
  negate,
  subtract,
  ZERO,
} from "./fraction.ts";
import type { PositionTruth } from "./margin-truth.ts";

/**
 * One-way accounting of a contract position from its fills: same direction averages the entry, the other direction
 * realizes against the average, and what goes past zero opens the other side at the fill's price.
 */
export type PositionAccount = {
  /** In coins: above zero long, below zero short. */
  readonly signedQuantity: Fraction;
  /** In USDT: the sum of price × quantity of what is open, above zero on both sides. */
  readonly entryCost: Fraction;
  readonly realizedProfit: Fraction;
};

export type FillTruth = {
  readonly side: "buy" | "sell";
  readonly quantity: Fraction;
  readonly price: Fraction;
};

export const FLAT: PositionAccount = {
  signedQuantity: ZERO,
  entryCost: ZERO,
  realizedProfit: ZERO,
};

const isZero = (a: Fraction): boolean => a.numerator === 0n;

export const applyFill = (account: PositionAccount, fill: FillTruth): PositionAccount => {
  const signedFill = fill.side === "buy" ? fill.quantity : negate(fill.quantity);
  const held = account.signedQuantity;
  const opposes = !isZero(held) && isAbove(held, ZERO) !== isAbove(signedFill, ZERO);
  if (!opposes) {
    return {
      ...account,
      signedQuantity: add(held, signedFill),
      entryCost: add(account.entryCost, multiply(fill.quantity, fill.price)),
    };
  }
  const open = magnitude(held);
  const closed = lesser(open, fill.quantity);
  const closedCost = divide(multiply(account.entryCost, closed), open);
  const closedValue = multiply(closed, fill.price);
  const profit = isAbove(held, ZERO) ? subtract(closedValue, closedCost) : subtract(closedCost, closedValue);
  const opened = subtract(fill.quantity, closed);
  return {
    signedQuantity: add(held, signedFill),
    entryCost: add(subtract(account.entryCost, closedCost), multiply(opened, fill.price)),
    realizedProfit: add(account.realizedProfit, profit),
  };
};

/** What the margin formulas ask of a position, or `null` when none is open. */
export const openPositionOf = (account: PositionAccount): PositionTruth | null =>
  isZero(account.signedQuantity)
    ? null
    : {
        side: isBelow(account.signedQuantity, ZERO) ? -1 : 1,
        quantity: magnitude(account.signedQuantity),
        entry: divide(account.entryCost, magnitude(account.signedQuantity)),
      };

/** The same fills in the mirrored world: every price reflected at `mirrorSum ÷ 2`, every side swapped. */
export const mirrorFill = (fill: FillTruth, mirrorSum: Fraction): FillTruth => ({
  side: fill.side === "buy" ? "sell" : "buy",
  quantity: fill.quantity,
  price: subtract(mirrorSum, fill.price),
});

/** Money that went in and out with the fills: exact cash flow, from which profit follows without any average. */
export const cashFlowOf = (fills: readonly FillTruth[]): Fraction =>
  add(
    fraction(0n),
    ...fills.map((fill) => {
      const value = multiply(fill.quantity, fill.price);
      return fill.side === "sell" ? value : negate(value);
    }),
  );
