import { multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { closedCostOf, realizedOf } from "./profit.ts";

/**
 * Margins of an account's cross positions, in market order, which is the order in which they cover remaining losses.
 */
export interface CrossMargins {
  readonly units: readonly number[];
  /** Index of the closed position's margin. */
  readonly own: number;
}

/**
 * Returns the loss a cross position can bear before its backing is used up, at the price at which others take it over:
 *
 *   cash + min(0, others), not below −max(0, own)
 *
 * A negative result means the losses of the other positions need a part of its own profit. Since rules 3 `others` and
 * `own` are profits at the mark or at the index, whichever is less, for each position: a mark moved in favor of one
 * contract must not pay for losses of another.
 */
export function takeoverBackingOf(cashUnits: number, othersUnits: number, ownUnits: number): number {
  const leftUnits = cashUnits + Math.min(0, othersUnits);
  return leftUnits >= 0 ? leftUnits : Math.max(leftUnits, Math.min(0, 0 - ownUnits));
}

/** A position to be closed by force on the book, and its backing. */
export interface ForcedPosition {
  readonly lots: number;
  readonly costUnits: number;
  readonly marginUnits: number;
  /** Absent for isolated margin, which is backed only by its own margin. */
  readonly cross?:
    | {
        readonly margins: CrossMargins;
        /** Contract wallet balance except position margins: available, or frozen for orders. */
        readonly freeUnits: number;
        /** Unrealized profit of the account's other cross positions; constant over the trades of a step. */
        readonly othersUnits: number;
      }
    | undefined;
}

/** Result of one trade for its user; see ForcedFill in contract-events.ts. */
export interface ForcedOutcome {
  readonly realizedUnits: number;
  readonly feeUnits: number;
  readonly lossUnits: number;
}

/**
 * Closes a position trade by trade, like the exchange. Closed lots take their share of cost and margin with them. Their
 * user bears the loss up to that margin; with cross margin, up to the lots' share of
 *
 *   max(0, cash + min(0, others' profit)), cash = free balance + the margins of all cross positions,
 *
 * and the insurance fund bears the rest. The fee is value × rate, but at most what the closed lots' margin has left. A
 * loss is paid from what the closed lots release and the free balance, then from the margins of cross positions.
 */
export class ForcedClose {
  lots: number;
  costUnits: number;
  private readonly feePpm: number;
  private readonly isCross: boolean;
  /** Margins of the cross positions, or only of the isolated one. */
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

  /** Closes `lots` for `units`; at most the position's size. */
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

  /** The remainder of the closed lots is freed; a deficit is taken from the margins in order. */
  private pay(leftUnits: number): void {
    this.freeUnits += leftUnits;
    this.margins.forEach((units, at) => {
      const part = Math.min(units, Math.max(0, 0 - this.freeUnits));
      this.margins[at] = units - part;
      this.freeUnits += part;
    });
  }
}
