import type { ClaimMining } from "@candor/domain/commands/mining-commands";
import { accruedUnitsOf } from "@candor/formulas/mining/accrual";
import { bindKey, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Miner } from "../state/mining-state.ts";
import { describeMining, emitMachine, payIncome, refusalOf } from "./miner-changes.ts";

/**
 * Pays what one machine, or all of a user's, mined since the last claim. Final. The claim of the last unit completes
 * the machine. Rejections: request.parameterError, request.keyConflict, mining.minerNotFound, mining.released
 * (recycled), mining.alreadyReceived (completed), mining.nothingToClaim.
 */
export function claimMining(state: ExchangeState, command: ClaimMining): void {
  const { userId, minerId, key } = command;
  const { mining } = state;
  const hasForm = Number.isSafeInteger(minerId) && minerId >= 0 && isKey(key);
  if (!hasForm || !state.users.isOpen(userId)) return state.reject("request.parameterError");
  describeMining(state, "claim-mining", minerId, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  const refusal = minerId === 0 ? undefined : refusalOf(state, userId, minerId);
  if (refusal !== undefined) return state.reject(refusal);
  const chosen = minerId === 0 ? mining.of(userId) : [mining.find(minerId) as Miner];
  const incomes = chosen.map((miner) => accruedUnitsOf(miner, state.timeMs) - miner.claimedUnits);
  if (incomes.every((units) => units <= 0)) return state.reject("mining.nothingToClaim");

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  for (const [index, miner] of chosen.entries()) {
    const income = incomes[index] as number;
    if (income > 0) claim(state, miner, income);
  }
}

function claim(state: ExchangeState, miner: Miner, income: number): void {
  const { mining } = state;
  mining.pay(miner, income);
  const isComplete = miner.claimedUnits === miner.totalOutputUnits;
  if (isComplete) mining.release(miner, "completed");
  if (isComplete) emitMachine(state, miner, "released", income, 0, "completed");
  else emitMachine(state, miner, "claimed", income, 0);
  payIncome(state, miner, income);
}
