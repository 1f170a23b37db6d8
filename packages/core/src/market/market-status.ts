import { RULES } from "@candor/domain/rules";
import type { ExchangeState } from "../state/exchange-state.ts";
import { BY_CLOCK, type Market, NO_REASON } from "../state/market/market.ts";

/** Emits a market's status, with its reason from version 3 of the rules on. */
export function tellStatus(state: ExchangeState, market: Market): void {
  if (state.rules < RULES.disputedIndex) state.out.marketStatusChanged(market.id, market.status);
  else state.out.marketStatusExplained(market.id, market.status, market.reason);
}

/** Updates the status and emits it if it changed. */
export function refreshStatus(state: ExchangeState, market: Market): void {
  const { status } = market;
  const isChanged = market.follow();
  // Earlier rules did not emit a reason.
  if (isChanged && (state.rules >= RULES.disputedIndex || market.status !== status))
    tellStatus(state, market);
}

/** Rejects an order because its market does not trade. */
export function rejectUnavailable(state: ExchangeState, market: Market): void {
  const reason = state.rules < RULES.disputedIndex ? NO_REASON : market.reason;
  state.reject("trade.marketUnavailable", market.status, reason);
}

/** Holds a market that is listed while the clock is held, like the others. */
export function holdNewMarket(state: ExchangeState, market: Market): void {
  if (!state.isClockHeld) return;
  market.holdReason = BY_CLOCK;
  market.follow();
}
