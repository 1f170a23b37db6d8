import { incomeOf } from "@candor/formulas/timed-option/settlement";
import { multiplyDivideCeil } from "@candor/money/integer";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { OptionMarket } from "../state/timed-option/option-market.ts";
import { type ActiveTerms, minuteOf } from "../state/timed-option/option-state.ts";

const PPM = 1_000_000;

/** The additional income that the caps allow on this market for options expiring then. */
export function incomeWithinCaps(
  state: ExchangeState,
  { scale }: ActiveTerms,
  at: OptionMarket,
  expiresAtMs: number,
): number {
  const owed = at.owedByMinute.get(minuteOf(expiresAtMs)) ?? 0;
  return Math.max(0, Math.min(scale.expiryCapUnits - owed, scale.poolCapUnits - state.options.owedUnits));
}

/** The pool balance that is not owed to anyone. */
export function freeCover(state: ExchangeState, { assetId }: ActiveTerms): number {
  return state.ledger.systemBalance("option-pool", assetId);
}

/** The additional stake that this user may place. */
export function stakeWithinCap(state: ExchangeState, { scale }: ActiveTerms, userId: number): number {
  return Math.max(0, scale.userCapUnits - state.options.stakeOf(userId));
}

/** The largest stake allowed by the terms whose income is at most `incomeUnits`; 0 if none. */
export function stakeForIncome(active: ActiveTerms, incomeUnits: number, payoutPpm: number): number {
  const { maxStakeUnits } = active.scale;
  if (incomeOf(maxStakeUnits, payoutPpm) <= incomeUnits) return maxStakeUnits;
  // The smallest stake that yields one unit more, minus one.
  return offerable(active, multiplyDivideCeil(incomeUnits + 1, PPM, payoutPpm) - 1);
}

/** The largest stake that may be offered, up to this one; 0 if none. */
export function offerable({ scale }: ActiveTerms, stakeUnits: number): number {
  const most = Math.min(stakeUnits, scale.maxStakeUnits);
  const whole = most - (most % scale.stepUnits);
  return whole < scale.minStakeUnits ? 0 : whole;
}
