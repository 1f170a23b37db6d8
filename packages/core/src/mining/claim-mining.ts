import { commandIndex } from "@candor/codec/command-layout";
import type { ClaimMining } from "@candor/domain/commands/mining-commands";
import { accruedUnitsOf } from "@candor/formulas/mining/accrual";
import { bindKey, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Miner } from "../state/mining-state.ts";
import { describeMining, payIncome, refusalOf, tellMiner } from "./miner-changes.ts";

const KIND = commandIndex("claim-mining");

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
  describeMining(state, KIND, minerId, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  const refusal = minerId === 0 ? undefined : refusalOf(state, userId, minerId);
  if (refusal !== undefined) return state.reject(refusal);
  const chosen = minerId === 0 ? [...mining.of(userId).values()] : [mining.find(minerId) as Miner];
  const due = chosen.filter((miner) => accruedUnitsOf(miner, state.timeMs) > miner.claimedUnits);
  if (due.length === 0) return state.reject("mining.nothingToClaim");

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  for (const miner of due) claim(state, miner);
}

function claim(state: ExchangeState, miner: Miner): void {
  const { mining, timeMs } = state;
  const income = accruedUnitsOf(miner, timeMs) - miner.claimedUnits;
  mining.pay(miner, income);
  const isComplete = miner.claimedUnits === miner.totalOutputUnits;
  if (isComplete) mining.release(miner, "completed");
  if (isComplete) tellMiner(state, miner, "released", income, 0, "completed");
  else tellMiner(state, miner, "claimed", income, 0);
  payIncome(state, miner, income);
}
