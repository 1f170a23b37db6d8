import { LAYOUT } from "@candor/codec/event-layouts";
import type { CorrectBalance } from "@candor/domain/commands/correction-commands";
import {
  CORRECTION_ACCOUNTS,
  CORRECTION_WALLETS,
  type CorrectionAccount,
  FUND_RECORD_KINDS,
  POOLS,
  WALLETS,
} from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import { hasHiddenCharacters } from "@candor/text/visible-text";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";

const ADJUSTMENT = FUND_RECORD_KINDS.indexOf("adjustment");
const MAX_NAME_LENGTH = 40;

/**
 * Moves money between a user's wallet and an account of the exchange. Rejections: request.parameterError (no open
 * trader account; unknown asset, wallet or account; not two different people; reason missing, too long or with hidden
 * characters), wallet.amountError (no amount, or more than the account can give: pools give nothing; the outside world
 * gives at most what may still be issued of the asset), wallet.insufficientBalance (the user has less available). A
 * proposal that was already carried out is answered as a repetition.
 */
export function correctBalance(state: ExchangeState, command: CorrectBalance): void {
  const { proposalId, userId, wallet, assetId, amountUnits, account } = command;
  const { ledger, corrections, lastSeq, out } = state;
  const hides = state.rules >= RULES.visibleTexts && hasHiddenCharacters(command.reason);
  if (!isComplete(command) || hides || !isTrader(state, userId) || state.assets[assetId] === undefined)
    return state.reject("request.parameterError");
  const isCredit = amountUnits > 0;
  const units = isCredit ? amountUnits : 0 - amountUnits;
  if (!isAmount(units)) return state.reject("wallet.amountError");
  const doneSeq = corrections.seqOf(proposalId);
  if (doneSeq > 0) return state.replay(doneSeq);
  if (isCredit && units > givable(state, account, assetId)) return state.reject("wallet.amountError");
  const number = WALLETS.indexOf(wallet);
  const userAccount = ledger.account(userId, number, assetId);
  const available = ledger.available(userAccount);
  if (!isCredit && units > available) return state.reject("wallet.insufficientBalance", available, assetId);

  // Nothing below may fail.
  corrections.add(proposalId, lastSeq);
  if (isCredit) ledger.give(userAccount, units);
  else ledger.take(userAccount, units);
  ledger.shift(account, assetId, 0 - amountUnits);
  const { reason, proposedBy, confirmedBy } = command;
  LAYOUT.balanceCorrected.write(out, {
    correctionId: lastSeq,
    proposalId,
    userId,
    wallet,
    assetId,
    amountUnits,
    account,
    reason,
    proposedBy,
    confirmedBy,
  });
  out.fundsPosted(userId, number, assetId, amountUnits, ledger.total(userAccount), ADJUSTMENT, lastSeq);
}

/**
 * Whether the command is complete and comes from two people. Checks everything that does not depend on the exchange's
 * state.
 */
function isComplete(command: CorrectBalance): boolean {
  const { proposalId, wallet, account, reason, proposedBy, confirmedBy } = command;
  return (
    Number.isSafeInteger(proposalId) &&
    proposalId > 0 &&
    CORRECTION_WALLETS.includes(wallet) &&
    CORRECTION_ACCOUNTS.includes(account) &&
    isText(reason, LIMITS.maxReasonLength) &&
    isText(proposedBy, MAX_NAME_LENGTH) &&
    isText(confirmedBy, MAX_NAME_LENGTH) &&
    proposedBy.trim().toLowerCase() !== confirmedBy.trim().toLowerCase()
  );
}

function isText(text: unknown, maxLength: number): boolean {
  return typeof text === "string" && text.trim() !== "" && text.length <= maxLength;
}

function isTrader({ users }: ExchangeState, userId: number): boolean {
  return users.isPossible(userId) && users.isOpen(userId) && !users.isLabelled(userId);
}

/** What the account may give to users: its balance. Accounts behind products give nothing, because they may owe it. */
function givable({ ledger }: ExchangeState, account: CorrectionAccount, assetId: number): number {
  if (account === "outside-world") return ledger.issuable(assetId);
  return (POOLS as readonly string[]).includes(account) ? 0 : ledger.systemBalance(account, assetId);
}
