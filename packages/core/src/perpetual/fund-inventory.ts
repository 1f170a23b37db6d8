import { LIMITS } from "@candor/domain/limits";
import { maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { closedCostOf, realizedOf, unrealizedOf } from "@candor/formulas/perpetual/profit";
import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import type { ExchangeState } from "../exchange-state.ts";
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
  trade(state: ExchangeState, contract: Contract, signedLots: number, units: number): number {
    const closed = this.closedBy(signedLots);
    const realized = this.realizedBy(signedLots, units);
    const closedCost = closed === 0 ? 0 : closedCostOf(this.cost, this.lots, closed);
    const longBefore = Math.max(0, this.lots);
    this.cost += units - this.closedUnits(signedLots, units) - closedCost;
    this.lots += signedLots;
    contract.openInterest += Math.max(0, this.lots) - longBefore;
    const { quoteAsset } = contract.market;
    state.ledger.shift("insurance", quoteAsset, realized);
    state.ledger.shift("clearing", quoteAsset, 0 - realized);
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

/** What the fund holds, and what its inventories would bring at the marks. */
export function fundEquity(state: ExchangeState, quoteAsset: number, without?: Contract): number {
  let equity = state.ledger.systemBalance("insurance", quoteAsset);
  for (const contract of state.perpetual.contracts)
    if (contract.market.quoteAsset === quoteAsset && contract !== without) equity += unrealized(contract);
  return equity;
}

/** What the tiers want the fund to have for its inventories, as of any user. */
export function fundMaintenance(state: ExchangeState, quoteAsset: number, without?: Contract): number {
  let sum = 0;
  for (const contract of state.perpetual.contracts)
    if (contract.market.quoteAsset === quoteAsset && contract !== without)
      sum += maintenanceFor(contract, contract.fund.lots);
  return sum;
}

/**
 * The most lots that the fund can take over for their part of `units`: with them its equity at the marks is at least the
 * maintenance of all that it holds, so that what it takes over is never what ruins it.
 */
export function bearableLots(
  state: ExchangeState,
  contract: Contract,
  signedLots: number,
  units: number,
): number {
  if (contract.markTicks === 0) return 0;
  let low = 0;
  let high = Math.abs(signedLots);
  if (canBear(state, contract, signedLots, units)) return high;
  // What is left over bends one way only, so that the lots that can be borne begin at none and end once.
  while (high - low > 1) {
    const middle = divideFloor(low + high, 2);
    const part = multiplyDivideFloor(units, middle, Math.abs(signedLots));
    if (canBear(state, contract, signedLots > 0 ? middle : 0 - middle, part)) low = middle;
    else high = middle;
  }
  return low;
}

function canBear(state: ExchangeState, contract: Contract, signedLots: number, units: number): boolean {
  const { quoteAsset } = contract.market;
  const { fund, markTicks, factor } = contract;
  const balance = state.ledger.systemBalance("insurance", quoteAsset);
  if (balance + fund.realizedBy(signedLots, units) < 0) return false;
  const atMark = valueOf(signedLots, markTicks, factor);
  // What it would gain by it does not count: it takes over with what it has.
  const equity = fundEquity(state, quoteAsset) + Math.min(0, unrealizedOf(signedLots, units, atMark));
  const others = fundMaintenance(state, quoteAsset, contract);
  return equity >= others + maintenanceFor(contract, fund.lots + signedLots);
}

function unrealized({ fund, markTicks, factor }: Contract): number {
  return fund.lots === 0 ? 0 : unrealizedOf(fund.lots, fund.cost, valueOf(fund.lots, markTicks, factor));
}

function maintenanceFor({ brackets, markTicks, factor }: Contract, lots: number): number {
  return lots === 0 ? 0 : maintenanceOf(brackets, valueOf(lots, markTicks, factor));
}
