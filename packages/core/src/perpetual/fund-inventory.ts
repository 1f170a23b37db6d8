import { LIMITS } from "@candor/domain/limits";
import { maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { closedCostOf, realizedOf, unrealizedOf } from "@candor/formulas/perpetual/profit";
import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import type { ExchangeState } from "../exchange-state.ts";
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

/** The fund's balance plus the unrealized profit of its inventories at the marks. */
export function fundEquity(state: ExchangeState, quoteAsset: number, without?: Contract): number {
  let equity = state.ledger.systemBalance("insurance", quoteAsset);
  for (const contract of state.perpetual.contracts)
    if (contract.market.quoteAsset === quoteAsset && contract !== without) equity += unrealized(contract);
  return equity;
}

/** The maintenance margin of the fund's inventories under the tiers, as for any user. */
export function fundMaintenance(state: ExchangeState, quoteAsset: number, without?: Contract): number {
  let sum = 0;
  for (const contract of state.perpetual.contracts)
    if (contract.market.quoteAsset === quoteAsset && contract !== without)
      sum += maintenanceFor(contract, contract.fund.lots);
  return sum;
}

/**
 * The maximum lots that the fund can take over for their part of `units`: its equity at the marks must still cover the
 * maintenance margin of its inventories, so that a takeover never ruins it.
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
  // The surplus curves in one direction only, so the affordable lots form one interval that starts at 0.
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
  // Profit from the takeover itself does not count: the fund must afford it with its current balance.
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
