import { RULES } from "@candor/domain/rules";
import { dropSilentSources } from "../../market/follow-index.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { NEVER } from "../../state/market/price-index.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import { settleFunding } from "./mark-tick.ts";

/**
 * Settles every funding that has fallen due, before a command that is stamped later does anything: rate, mark and positions
 * are those of the instant. Contracts in their order.
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
  // Sources that were silent at the instant say nothing about it.
  if (contract.market.index.staleAtMs <= contract.nextFundingAtMs)
    dropSilentSources(state, contract.indexMarket);
  if (contract.isLive && state.timeMs >= contract.nextFundingAtMs) settleFunding(state, contract);
}

/** A user's command may change what pays their funding, so all of it is paid first. Only while payments are in progress. */
export function payOwnFunding(state: ExchangeState, userId: number): void {
  if (state.rules < RULES.dueAtInstant) return;
  for (const position of state.perpetual.find(userId)?.positions ?? []) applyFunding(state, position);
}
