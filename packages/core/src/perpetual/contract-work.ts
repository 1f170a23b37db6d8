import type { ExchangeState } from "../state/exchange-state.ts";
import { sweepFunding } from "./funding/funding-payments.ts";
import { liquidate } from "./liquidation/liquidation.ts";
import { reduceFund } from "./liquidation/reduce-fund.ts";

/**
 * Goes on with what commands have left to do for contracts, a bounded part: funding payments, liquidations, then what the
 * insurance fund has taken over.
 */
export function workOffContracts(state: ExchangeState): void {
  if (state.perpetual.sweeping > 0) sweepFunding(state);
  if (state.perpetual.mayBeHot) liquidate(state);
  if (state.perpetual.isFundDue) {
    state.perpetual.isFundDue = false;
    reduceFund(state);
  }
}
