import type { AdvanceWithdrawal } from "@candor/domain/commands/fund-commands";
import type { ExchangeState } from "../state/exchange-state.ts";
import { type OpenWithdrawal, stepOf } from "../state/withdrawal-table.ts";
import { isTxHash } from "./chain-text.ts";
import { tellStep } from "./request-withdrawal.ts";

const REVIEWING = stepOf("reviewing");
const APPROVED = stepOf("approved");
const SIGNED = stepOf("signed");
const BROADCAST = stepOf("broadcast");

/**
 * Advances a withdrawal by one step. A step that was already taken is answered as a repetition; the current step with
 * another transaction is a replacement and is emitted as a change. Rejections: request.parameterError,
 * request.unknownId, withdrawal.state (settled, skips a step, goes back, or is a step of another transaction).
 */
export function advanceWithdrawal(state: ExchangeState, command: AdvanceWithdrawal): void {
  const { withdrawalId, txHash } = command;
  const step = stepOf(command.status);
  if (!(step >= REVIEWING && step <= BROADCAST && Number.isSafeInteger(withdrawalId)))
    return state.reject("request.parameterError");
  if (step >= SIGNED ? !isTxHash(txHash) : txHash !== "") return state.reject("request.parameterError");
  const withdrawal = state.withdrawals.find(withdrawalId);
  if (withdrawal === undefined) {
    const isKnown = state.withdrawals.findSettled(withdrawalId) !== undefined;
    return state.reject(isKnown ? "withdrawal.state" : "request.unknownId");
  }
  const taken = withdrawal.stepSeqs[step] as number;
  const isSameTransaction = step < SIGNED || withdrawal.txHash === txHash;
  if (taken > 0 && isSameTransaction) return state.replay(taken);
  const isReplacement = taken > 0 && command.status === withdrawal.status;
  if (!isReplacement && !isNext(withdrawal, step)) return state.reject("withdrawal.state");

  // Nothing below may fail.
  withdrawal.status = command.status;
  if (step >= SIGNED) withdrawal.txHash = txHash;
  tellStep(state, withdrawal);
}

/** `approved` may follow `frozen`: a withdrawal that needs no review skips `reviewing`. */
function isNext(withdrawal: OpenWithdrawal, step: number): boolean {
  const present = stepOf(withdrawal.status);
  return step === present + 1 || (step === APPROVED && present < REVIEWING);
}
