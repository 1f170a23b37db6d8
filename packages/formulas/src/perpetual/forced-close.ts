import { multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { closedCostOf, realizedOf } from "./profit.ts";

/** The margins of an account's cross positions, in the order of their markets: in it they pay what nothing else does. */
export interface CrossMargins {
  readonly units: readonly number[];
  /** Which of them is that of the position that is closed. */
  readonly own: number;
}

/**
 * What a cross position can lose before nothing is left for it, as the price counts it at which others take it over:
 *
 *   cash + min(0, others), not below −max(0, own)
 *
 * Below zero the losses of the other positions need a part of its own profit. Since rules 3 `others` and `own` are profits
 * at the mark or at the index, whichever is less, position by position: a mark moved in favor of one contract must not pay
 * for what another one is sold for.
 */
export function takeoverBackingOf(cashUnits: number, othersUnits: number, ownUnits: number): number {
  const leftUnits = cashUnits + Math.min(0, othersUnits);
  return leftUnits >= 0 ? leftUnits : Math.max(leftUnits, Math.min(0, 0 - ownUnits));
}

/** What a position is that is closed by force on the book, and the money that stands behind it. */
export interface ForcedPosition {
  readonly lots: number;
  readonly costUnits: number;
  readonly marginUnits: number;
  /** Absent: isolated, nothing but its margin. */
  readonly cross?:
    | {
        readonly margins: CrossMargins;
        /** Of the contract wallet, all that is no margin of a position: available, or frozen for orders. */
        readonly freeUnits: number;
        /** Unrealized profit of the account's other cross positions; it is the same at every trade of a step. */
        readonly othersUnits: number;
      }
    | undefined;
}

/** What one trade comes to for its user: see ForcedFill in contract-events.ts. */
export interface ForcedOutcome {
  readonly realizedUnits: number;
  readonly feeUnits: number;
  readonly lossUnits: number;
}

/**
 * Closes a position trade by trade, as the exchange does it. The closed lots take their part of cost and margin along.
 * Their user bears the loss up to that margin, with cross margin up to the lots' share of
 *
 *   max(0, cash + min(0, others' profit)), cash = what is free + the margins of all cross positions,
 *
 * the insurance fund the rest. The fee is the value × rate, but never more than the closed lots' margin has left. A loss
 * is paid out of what the closed lots set free and what is free, then out of the margins of cross positions.
 */
export class ForcedClose {
  lots: number;
  costUnits: number;
  private readonly feePpm: number;
  private readonly isCross: boolean;
  /** Of cross positions, or of the isolated one alone. */
  private readonly margins: number[];
  private readonly own: number;
  private freeUnits: number;
  private readonly othersUnits: number;

  constructor({ lots, costUnits, marginUnits, cross }: ForcedPosition, feePpm: number) {
    this.lots = lots;
    this.costUnits = costUnits;
    this.feePpm = feePpm;
    this.isCross = cross !== undefined;
    this.margins = cross === undefined ? [marginUnits] : [...cross.margins.units];
    this.own = cross?.margins.own ?? 0;
    this.freeUnits = cross?.freeUnits ?? 0;
    this.othersUnits = cross?.othersUnits ?? 0;
  }

  get marginUnits(): number {
    return this.margins[this.own] ?? 0;
  }

  /** Closes `lots` of it for `units`; not more than it has. */
  close(lots: number, units: number): ForcedOutcome {
    const size = Math.abs(this.lots);
    const closedCost = closedCostOf(this.costUnits, this.lots, lots);
    const kept = lots === size ? 0 : multiplyDivideFloor(this.marginUnits, size - lots, size);
    const released = this.marginUnits - kept;
    const profit = realizedOf(this.lots, closedCost, units);
    const share = this.isCross ? multiplyDivideFloor(this.backingUnits(), lots, size) : released;
    const lossUnits = Math.max(0, 0 - profit - share);
    const realizedUnits = profit + lossUnits;
    const feeUnits = Math.max(0, Math.min(feeInVenueFavour(units, this.feePpm), released + realizedUnits));
    this.lots = this.lots > 0 ? this.lots - lots : this.lots + lots;
    this.costUnits -= closedCost;
    this.margins[this.own] = kept;
    this.pay(released + realizedUnits - feeUnits);
    return { realizedUnits, feeUnits, lossUnits };
  }

  private backingUnits(): number {
    const cash = this.margins.reduce((sum, units) => sum + units, this.freeUnits);
    return Math.max(0, cash + Math.min(0, this.othersUnits));
  }

  /** What is left of the closed lots becomes free; what is missing is taken from the margins, one after the other. */
  private pay(leftUnits: number): void {
    this.freeUnits += leftUnits;
    this.margins.forEach((units, at) => {
      const part = Math.min(units, Math.max(0, 0 - this.freeUnits));
      this.margins[at] = units - part;
      this.freeUnits += part;
    });
  }
}
