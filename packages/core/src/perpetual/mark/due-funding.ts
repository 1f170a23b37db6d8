import { RULES } from "@candor/domain/rules";
import { dropStaleSourcesNow } from "../../market/follow-index.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { NEVER } from "../../state/market/price-index.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import { settleFunding } from "./mark-tick.ts";

/**
 * Settles every funding that has fallen due, before a later command takes effect: rate, mark and positions are those
 * of that instant. Contracts go in listing order.
 */
export function settleDueFunding(state: ExchangeState): void {
  if (state.rules < RULES.dueAtInstant) return;
  const { perpetual, timeMs } = state;
  let nextMs = NEVER;
  for (const contract of perpetual.contracts) {
    if (timeMs >= contract.nextFundingAtMs) settle(state, contract);
    nextMs = Math.min(nextMs, contract.nextFundingAtMs);
  }
  perpetual.fundingDueAtMs = nextMs;
}

function settle(state: ExchangeState, contract: Contract): void {
  // Sources that were silent at that instant do not count for it.
  if (contract.market.index.staleAtMs <= contract.nextFundingAtMs)
    dropStaleSourcesNow(state, contract.indexMarket);
  if (contract.isLive && state.timeMs >= contract.nextFundingAtMs) settleFunding(state, contract);
}

/**
 * Pays the user's pending funding first, because their command may change the money that pays it. Needed only while
 * payments are in progress.
 */
export function payOwnFunding(state: ExchangeState, userId: number): void {
  if (state.rules < RULES.dueAtInstant) return;
  for (const position of state.perpetual.find(userId)?.positions ?? []) applyFunding(state, position);
}
