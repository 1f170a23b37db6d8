import type { SettleWithdrawal } from "@candor/domain/commands/fund-commands";
import { FUND_RECORD_KINDS } from "@candor/domain/enumerations";
import type { Units } from "@candor/money/brand";
import { subtract } from "@candor/money/integer";
import { MAIN } from "../ledger/account-number.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { OpenWithdrawal } from "../state/withdrawal-table.ts";
import { isReason, isTxHash } from "./chain-text.ts";
import { tellStep } from "./request-withdrawal.ts";

const WITHDRAWAL = FUND_RECORD_KINDS.indexOf("withdrawal");
const WITHDRAWAL_FEE = FUND_RECORD_KINDS.indexOf("withdrawal-fee");
const WITHDRAWAL_RETURN = FUND_RECORD_KINDS.indexOf("withdrawal-return");

/**
 * Ends a withdrawal, once: pays it out or returns it. The same outcome again is answered as a repetition. Rejections:
 * request.parameterError, request.unknownId, withdrawal.state (ended differently, or confirmed without a broadcast).
 *
 * All its fund records are written here: the amount paid out and the fee, and for a returned one the same amounts back.
 * Until then the money is the user's, frozen.
 */
export function settleWithdrawal(state: ExchangeState, command: SettleWithdrawal): void {
  const { withdrawalId, outcome, txHash, reason } = command;
  const isConfirmed = outcome === "confirmed";
  if (!(isConfirmed || outcome === "returned") || !Number.isSafeInteger(withdrawalId))
    return state.reject("request.parameterError");
  if (!isReason(reason) || !(isTxHash(txHash) || (txHash === "" && !isConfirmed)))
    return state.reject("request.parameterError");
  const withdrawal = state.withdrawals.find(withdrawalId);
  if (withdrawal === undefined) {
    const settled = state.withdrawals.findSettled(withdrawalId);
    if (settled === undefined) return state.reject("request.unknownId");
    return settled.outcome === outcome ? state.replay(settled.seq) : state.reject("withdrawal.state");
  }
  if (isConfirmed && withdrawal.status !== "broadcast") return state.reject("withdrawal.state");

  // Nothing below may fail.
  withdrawal.status = outcome;
  if (txHash !== "") withdrawal.txHash = txHash;
  withdrawal.reason = isConfirmed ? "" : reason;
  tellStep(state, withdrawal);
  state.withdrawals.settle(withdrawal, outcome, state.lastSeq);
  if (isConfirmed) payOut(state, withdrawal);
  else giveBack(state, withdrawal);
}

function payOut(state: ExchangeState, withdrawal: OpenWithdrawal): void {
  const { ledger } = state;
  const { userId, assetId, amountUnits, feeUnits } = withdrawal;
  const account = ledger.account(userId, MAIN, assetId);
  ledger.payOut(account, subtract(amountUnits, feeUnits), feeUnits);
  post(state, withdrawal, ledger.total(account));
}

function giveBack(state: ExchangeState, withdrawal: OpenWithdrawal): void {
  const { ledger, out } = state;
  const { userId, assetId, amountUnits, withdrawalId } = withdrawal;
  const account = ledger.account(userId, MAIN, assetId);
  ledger.release(account, amountUnits);
  const total = ledger.total(account);
  post(state, withdrawal, subtract(total, amountUnits));
  out.fundsPosted(userId, MAIN, assetId, amountUnits, total, WITHDRAWAL_RETURN, withdrawalId);
}

/** Records the amount paid out and its fee. `after` is the account's total without both. */
function post(state: ExchangeState, withdrawal: OpenWithdrawal, after: number): void {
  const { out } = state;
  const { userId, assetId, amountUnits, feeUnits, withdrawalId } = withdrawal;
  const net = subtract(amountUnits, feeUnits) as Units;
  out.fundsPosted(userId, MAIN, assetId, 0 - net, after + feeUnits, WITHDRAWAL, withdrawalId);
  if (feeUnits > 0) out.fundsPosted(userId, MAIN, assetId, 0 - feeUnits, after, WITHDRAWAL_FEE, withdrawalId);
}
