import type { LeverHoldings, LeverMeasure } from "@candor/formulas/leverage/margin-level";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE, type LeverPair, QUOTE } from "../state/leverage/lever-pair.ts";

/** Balances and debts of a margin account. */
export function holdingsOf(state: ExchangeState, account: LeverAccount): LeverHoldings {
  const { ledger } = state;
  return {
    baseUnits: ledger.total(account.coins[BASE]),
    quoteUnits: ledger.total(account.coins[QUOTE]),
    baseOwedUnits: account.owed(BASE),
    quoteOwedUnits: account.owed(QUOTE),
  };
}

/** The units of the pair's market. */
export function measureOf({ market }: LeverPair): LeverMeasure {
  return market;
}
