import type { LeverTerms } from "@candor/domain/specs/lever-listing";
import { borrowableUnits } from "@candor/formulas/leverage/margin-level";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Debt, LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE, type LeverPair } from "../state/leverage/lever-pair.ts";
import { holdingsOf, measureOf } from "./lever-holdings.ts";

/** The maximum that may be borrowed: by leverage, by the limits of user and market, and by the pool's balance. */
export interface BorrowRoom {
  readonly limitUnits: number;
  readonly poolUnits: number;
}

/** `leverage` 0 means the market's maximum. An account that is being liquidated, or was never opened, cannot borrow. */
export function borrowRoom(
  state: ExchangeState,
  pair: LeverPair,
  account: LeverAccount | undefined,
  coin: number,
  leverage: number,
): BorrowRoom {
  const poolUnits = state.ledger.systemBalance("lending-pool", pair.assetOf(coin));
  if (account === undefined || account.liquidationId > 0) return { limitUnits: 0, poolUnits };
  const terms = pair.terms[coin] as LeverTerms;
  const byLeverage = borrowableUnits(
    holdingsOf(state, account),
    measureOf(pair),
    pair.indexTicks,
    coin === BASE,
    leverage === 0 ? pair.maxLeverage : leverage,
    terms.hourlyPpm,
  );
  const ofUser = terms.userLimitUnits - (account.debts[coin] as Debt).principal;
  const ofPair = terms.pairLimitUnits - (pair.lent[coin] as number);
  return { limitUnits: Math.max(0, Math.min(byLeverage, ofUser, ofPair)), poolUnits };
}
