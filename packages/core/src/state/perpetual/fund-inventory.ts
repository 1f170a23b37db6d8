import { LIMITS } from "@candor/domain/limits";
import { closedCostOf, realizedOf } from "@candor/formulas/perpetual/profit";
import { multiplyDivideFloor } from "@candor/money/integer";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Contract } from "./contract.ts";

/**
 * What the insurance fund holds of one contract: what it has taken over and not reduced yet. It stands behind all of
 * them with what it has, like a user with cross margin; what it realizes is added to it or taken off, never below zero.
 */
export class FundInventory {
  /** Above zero long, below zero short. */
  lots = 0;
  cost = 0;
  /** The last round of funding that it has paid or received. */
  fundedRound = 0;
  /** What brought it beneath its maintenance has begun a liquidation of its own; 0: none is under way. */
  liquidationId = 0;
  /**
   * Since rules 3: what liquidations of this contract have brought above the index and nobody has been paid yet. Only this
   * much may be given away by trading at prices worse than the index.
   */
  earnedUnits = 0;
  /** The mark has changed since it was last looked at, in this command. */
  isDue = false;

  earn(units: number): void {
    if (units > 0) this.earnedUnits = Math.min(LIMITS.maxUnits, this.earnedUnits + units);
  }

  /** What buying (above zero) or selling `signedLots` for `units` would realize. */
  realizedBy(signedLots: number, units: number): number {
    const closed = this.closedBy(signedLots);
    if (closed === 0) return 0;
    return realizedOf(
      this.lots,
      closedCostOf(this.cost, this.lots, closed),
      this.closedUnits(signedLots, units),
    );
  }

  /** Buys or sells, at a value that the caller has found bearable. @returns what it realized */
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
