import type { ExchangeState } from "../state/exchange-state.ts";
import { sweepFunding } from "./funding/funding-payments.ts";
import { liquidate } from "./liquidation/liquidation.ts";
import { reduceFund } from "./liquidation/reduce-fund.ts";

/**
 * Continues the work that commands left for contracts, within a bound: funding payments, liquidations, then the
 * insurance fund's inventory.
 */
export function workOffContracts(state: ExchangeState): void {
  if (state.perpetual.sweeping > 0) sweepFunding(state);
  if (state.perpetual.mayBeHot) liquidate(state);
  if (state.perpetual.isFundDue) {
    state.perpetual.isFundDue = false;
    reduceFund(state);
  }
}
