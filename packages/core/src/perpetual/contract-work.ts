import type { ExchangeState } from "../exchange-state.ts";
import { sweepFunding } from "./funding-payments.ts";
import { liquidate } from "./liquidation.ts";

/** Goes on with what commands have left to do for contracts: funding payments, then liquidations, a bounded part. */
export function workOffContracts(state: ExchangeState): void {
  if (state.perpetual.sweeping > 0) sweepFunding(state);
  if (state.perpetual.mayBeHot) liquidate(state);
}
