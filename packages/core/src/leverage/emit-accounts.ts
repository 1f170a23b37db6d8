import {
  LEVER_CAUSES,
  LEVER_STATUSES,
  type LeverCause,
  type LeverState,
  type LeverStatus,
} from "@candor/domain/events/lever-events";
import { LIQUIDATION_LEVEL_E4, levelTriggerTicks } from "@candor/formulas/leverage/margin-level";
import type { Ticks, Units } from "@candor/money/brand";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { holdingsOf, measureOf } from "./lever-holdings.ts";

/** Emits the current state of every margin account that this command changed, once each. */
export function tellLeverAccounts(state: ExchangeState): void {
  const { touched } = state.leverage;
  for (const account of touched) {
    account.updatedAtMs = state.timeMs;
    const cause = LEVER_CAUSES[account.cause] as LeverCause;
    account.cause = -1;
    state.out.leverChanged(cause, stateOf(state, account));
  }
  touched.length = 0;
}

export function stateOf(state: ExchangeState, account: LeverAccount): LeverState {
  const { ledger } = state;
  const [base, quote] = account.coins;
  const [baseDebt, quoteDebt] = account.debts;
  return {
    userId: account.userId,
    marketId: account.pair.market.id,
    status: LEVER_STATUSES[account.status] as LeverStatus,
    baseAvailableUnits: ledger.available(base) as Units,
    baseFrozenUnits: ledger.frozen(base) as Units,
    baseDebtUnits: baseDebt.principal as Units,
    baseInterestUnits: baseDebt.interest as Units,
    quoteAvailableUnits: ledger.available(quote) as Units,
    quoteFrozenUnits: ledger.frozen(quote) as Units,
    quoteDebtUnits: quoteDebt.principal as Units,
    quoteInterestUnits: quoteDebt.interest as Units,
    liquidationTicks: Math.abs(
      levelTriggerTicks(holdingsOf(state, account), measureOf(account.pair), LIQUIDATION_LEVEL_E4),
    ) as Ticks,
    updatedAtMs: account.updatedAtMs,
  };
}
