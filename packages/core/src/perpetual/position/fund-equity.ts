import { maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Contract } from "../../state/perpetual/contract.ts";

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
