import { LIMITS } from "@candor/domain/limits";
import { closedCostOf, realizedOf } from "@candor/formulas/perpetual/profit";
import { multiplyDivideFloor } from "@candor/money/integer";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Contract } from "./contract.ts";

/**
 * The insurance fund's position in one contract: what it has taken over and not yet reduced. The fund's whole balance
 * backs all of them, like a user with cross margin. Realized profit and loss change the balance, which never becomes
 * negative.
 */
export class FundInventory {
  /** Positive: long; negative: short. */
  lots = 0;
  cost = 0;
  /** The last funding round that it paid or received. */
  fundedRound = 0;
  /** The liquidation in progress since it fell below its maintenance margin; 0 if none. */
  liquidationId = 0;
  /**
   * Since rules 3: what liquidations of this contract earned above the index and nobody has been paid yet. The fund may
   * give away at most this by trading at prices worse than the index.
   */
  earnedUnits = 0;
  /** The mark changed in this command since the inventory was last processed. */
  isDue = false;

  earn(units: number): void {
    if (units > 0) this.earnedUnits = Math.min(LIMITS.maxUnits, this.earnedUnits + units);
  }

  /** The profit that buying (positive) or selling `signedLots` for `units` would realize. */
  realizedBy(signedLots: number, units: number): number {
    const closed = this.closedBy(signedLots);
    if (closed === 0) return 0;
    return realizedOf(
      this.lots,
      closedCostOf(this.cost, this.lots, closed),
      this.closedUnits(signedLots, units),
    );
  }

  /**
   * Buys or sells at a value that the caller has found affordable.
   * @returns the realized profit
   */
  trade(ledger: Ledger, contract: Contract, signedLots: number, units: number): number {
    const closed = this.closedBy(signedLots);
    const realized = this.realizedBy(signedLots, units);
    const closedCost = closed === 0 ? 0 : closedCostOf(this.cost, this.lots, closed);
    const longBefore = Math.max(0, this.lots);
    this.cost += units - this.closedUnits(signedLots, units) - closedCost;
    this.lots += signedLots;
    contract.openInterest += Math.max(0, this.lots) - longBefore;
    const { quoteAsset } = contract.market;
    ledger.shift("insurance", quoteAsset, realized);
    ledger.shift("clearing", quoteAsset, 0 - realized);
    return realized;
  }

  private closedBy(signedLots: number): number {
    const isOpposite = this.lots !== 0 && this.lots > 0 !== signedLots > 0;
    return isOpposite ? Math.min(Math.abs(this.lots), Math.abs(signedLots)) : 0;
  }

  private closedUnits(signedLots: number, units: number): number {
    const closed = this.closedBy(signedLots);
    const size = Math.abs(signedLots);
    if (closed === size) return units;
    return closed === 0 ? 0 : multiplyDivideFloor(units, closed, size);
  }
}
