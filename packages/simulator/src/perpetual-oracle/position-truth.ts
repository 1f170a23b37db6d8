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
 * One-way accounting of a contract position from its fills. The same direction averages the entry, the other direction
 * realizes against the average, and the part beyond zero opens the other side at the fill's price.
 */
export type PositionAccount = {
  /** In coins: positive for long, negative for short. */
  readonly signedQuantity: Fraction;
  /** In USDT: the sum of price × quantity of the open part, positive on both sides. */
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

/** The position in the form of the margin formulas, or `null` when none is open. */
export const openPositionOf = (account: PositionAccount): PositionTruth | null =>
  isZero(account.signedQuantity)
    ? null
    : {
        side: isBelow(account.signedQuantity, ZERO) ? -1 : 1,
        quantity: magnitude(account.signedQuantity),
        entry: divide(account.entryCost, magnitude(account.signedQuantity)),
      };

/** The same fill in the mirrored world: every price reflected at `mirrorSum ÷ 2`, every side swapped. */
export const mirrorFill = (fill: FillTruth, mirrorSum: Fraction): FillTruth => ({
  side: fill.side === "buy" ? "sell" : "buy",
  quantity: fill.quantity,
  price: subtract(mirrorSum, fill.price),
});

/** The exact cash flow of the fills, which gives the profit without any average. */
export const cashFlowOf = (fills: readonly FillTruth[]): Fraction =>
  add(
    fraction(0n),
    ...fills.map((fill) => {
      const value = multiply(fill.quantity, fill.price);
      return fill.side === "sell" ? value : negate(value);
    }),
  );
