import { LAYOUT } from "@candor/codec/event-layouts";
import type { FundRecordKind } from "@candor/domain/enumerations";
import type { LoanKind } from "@candor/domain/events/lever-events";
import type { LeverTerms } from "@candor/domain/specs/lever-listing";
import { hoursDue, interestOf, nextHourMs } from "@candor/formulas/leverage/interest";
import type { Units } from "@candor/money/brand";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Debt, LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE, QUOTE } from "../state/leverage/lever-pair.ts";

/** The details of a debt change, other than the resulting debt. */
interface LoanStep {
  readonly loanKind: LoanKind;
  readonly amount: number;
  readonly interest: number;
  readonly charged: number;
  readonly hours: number;
}

/** Lends `units` (above 0, at most the pool's balance) and charges the first hour. */
export function lend(state: ExchangeState, account: LeverAccount, coin: number, units: number): void {
  const { ledger, leverage } = state;
  const { pair } = account;
  const debt = account.debts[coin] as Debt;
  const hadPrincipal = account.hasPrincipal;
  const interest = interestOf(units, hourlyPpmOf(account, coin), 1);
  ledger.shift("lending-pool", pair.assetOf(coin), 0 - units);
  ledger.give(account.coins[coin] as number, units);
  debt.principal += units;
  debt.interest += interest;
  pair.lent[coin] = (pair.lent[coin] as number) + units;
  if (!hadPrincipal) leverage.hours.push(account, nextHourMs(state.timeMs));
  leverage.touch(account, "loan");
  tellLoan(state, account, coin, { loanKind: "borrow", amount: units, interest, charged: units, hours: 1 });
  postLever(state, account, coin, units, "loan", leverage.lastLoanId);
}

/**
 * Charges the full hours since the account was last charged. Must run before anything else changes its principal. The
 * account then waits for its next hour, behind all others.
 */
export function chargeHours(state: ExchangeState, account: LeverAccount): void {
  const { leverage, timeMs } = state;
  if (account.dueAtMs === 0 || timeMs < account.dueAtMs) return;
  const hours = hoursDue(account.dueAtMs, timeMs);
  leverage.hours.remove(account);
  leverage.hours.push(account, nextHourMs(timeMs));
  // Always false under older rules, which have no disputes. The hours of a dispute are never charged later.
  if (account.pair.market.index.isDisputed) return;
  for (const coin of [BASE, QUOTE]) {
    const debt = account.debts[coin] as Debt;
    if (debt.principal === 0) continue;
    const charged = debt.principal;
    const interest = interestOf(charged, hourlyPpmOf(account, coin), hours);
    debt.interest += interest;
    tellLoan(state, account, coin, { loanKind: "interest", amount: 0, interest, charged, hours });
  }
  leverage.touch(account, "interest");
}

/**
 * Pays `units` of a debt (at most the debt and the available balance), interest before principal.
 * @returns the amount paid of each
 */
export function payDebt(
  state: ExchangeState,
  account: LeverAccount,
  coin: number,
  units: number,
): { readonly interest: number; readonly principal: number } {
  const { ledger, leverage } = state;
  ledger.take(account.coins[coin] as number, units);
  const paid = reduceDebt(state, account, coin, units);
  ledger.shift("lending-pool", account.pair.assetOf(coin), units);
  leverage.touch(account, "repay");
  tellLoan(state, account, coin, {
    loanKind: "repay",
    amount: paid.principal,
    interest: paid.interest,
    charged: 0,
    hours: 0,
  });
  // Both were taken at once, so the first record reports the balance between them.
  if (paid.interest > 0)
    postLever(state, account, coin, 0 - paid.interest, "interest", leverage.lastLoanId, paid.principal);
  if (paid.principal > 0) postLever(state, account, coin, 0 - paid.principal, "repay", leverage.lastLoanId);
  return paid;
}

/** Reduces a debt by `units`, regardless of who pays. */
export function reduceDebt(
  state: ExchangeState,
  account: LeverAccount,
  coin: number,
  units: number,
): { readonly interest: number; readonly principal: number } {
  const { pair } = account;
  const debt = account.debts[coin] as Debt;
  const interest = Math.min(units, debt.interest);
  const principal = units - interest;
  debt.interest -= interest;
  debt.principal -= principal;
  pair.lent[coin] = (pair.lent[coin] as number) - principal;
  if (!account.hasPrincipal && account.dueAtMs !== 0) state.leverage.hours.remove(account);
  return { interest, principal };
}

/** Emits a ledger entry of a margin account, with its current balance plus `beforeNextUnits`. */
export function postLever(
  state: ExchangeState,
  account: LeverAccount,
  coin: number,
  units: number,
  record: FundRecordKind,
  refId: number,
  beforeNextUnits = 0,
): void {
  LAYOUT.leverPosted.write(state.out, {
    userId: account.userId,
    marketId: account.pair.market.id,
    assetId: account.pair.assetOf(coin),
    amountUnits: units,
    afterUnits: (state.ledger.total(account.coins[coin] as number) + beforeNextUnits) as Units,
    record,
    refId,
  });
}

function hourlyPpmOf(account: LeverAccount, coin: number): number {
  return (account.pair.terms[coin] as LeverTerms).hourlyPpm;
}

function tellLoan(state: ExchangeState, account: LeverAccount, coin: number, step: LoanStep): void {
  const debt = account.debts[coin] as Debt;
  LAYOUT.loanChanged.write(state.out, {
    loanId: ++state.leverage.lastLoanId,
    loanKind: step.loanKind,
    userId: account.userId,
    marketId: account.pair.market.id,
    assetId: account.pair.assetOf(coin),
    amountUnits: step.amount as Units,
    interestUnits: step.interest as Units,
    chargedUnits: step.charged as Units,
    hourlyPpm: hourlyPpmOf(account, coin),
    hours: step.hours,
    debtUnits: debt.principal as Units,
    owedInterestUnits: debt.interest as Units,
  });
}
