import { LAYOUT } from "@candor/codec/event-layouts";
import type { CreditDeposit } from "@candor/domain/commands/fund-commands";
import { FUND_RECORD_KINDS } from "@candor/domain/enumerations";
import { MAIN } from "../ledger/account-number.ts";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";
import { isChain, isTxHash } from "./chain-text.ts";

const DEPOSIT = FUND_RECORD_KINDS.indexOf("deposit");
/** A transfer of the native coin has no log. */
const NO_LOG = -1;
const MAX_LOG = 2_147_483_647;

/**
 * Credits a user's main wallet with a deposit that arrived on a chain. Rejections: request.parameterError,
 * wallet.amountError (no amount, or more than may still be issued of the asset). A transfer that was already credited
 * is answered as a repetition.
 */
export function creditDeposit(state: ExchangeState, command: CreditDeposit): void {
  const { userId, assetId, amountUnits, chainIndex, txHash, logIndex } = command;
  const { ledger, creditedDeposits, out, lastSeq } = state;
  const isLog = Number.isInteger(logIndex) && logIndex >= NO_LOG && logIndex <= MAX_LOG;
  if (!isChain(chainIndex) || !isTxHash(txHash) || !isLog) return state.reject("request.parameterError");
  if (!state.users.isOpen(userId) || state.assets[assetId] === undefined)
    return state.reject("request.parameterError");
  if (!isAmount(amountUnits)) return state.reject("wallet.amountError");
  const first = creditedDeposits.find(chainIndex, txHash, logIndex);
  if (first > 0) return state.replay(first);
  if (amountUnits > ledger.issuable(assetId)) return state.reject("wallet.amountError");

  // Nothing below may fail.
  creditedDeposits.add(chainIndex, txHash, logIndex, lastSeq);
  const account = ledger.account(userId, MAIN, assetId);
  ledger.receive(account, amountUnits);
  LAYOUT.depositCredited.write(state.out, {
    depositId: lastSeq,
    userId,
    assetId,
    chainIndex,
    amountUnits,
    logIndex,
    txHash,
  });
  out.fundsPosted(userId, MAIN, assetId, amountUnits, ledger.total(account), DEPOSIT, lastSeq);
}
