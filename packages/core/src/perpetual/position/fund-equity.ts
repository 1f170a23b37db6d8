import { maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Contract } from "../../state/perpetual/contract.ts";

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
