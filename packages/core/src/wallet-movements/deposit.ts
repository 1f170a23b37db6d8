import { commandIndex } from "@candor/codec/command-layout";
import type { Deposit } from "@candor/domain/commands/commands";
import { FUND_RECORD_KINDS } from "@candor/domain/enumerations";
import { bindKey, describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { MAIN } from "../ledger/account-number.ts";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";

const KIND = commandIndex("deposit");
const FAUCET = FUND_RECORD_KINDS.indexOf("faucet");

/**
 * Credits a user's main wallet from the sandbox treasury. Rejections: request.parameterError, request.keyConflict,
 * wallet.amountError (no amount, or more than may still be issued of the asset).
 */
export function deposit(state: ExchangeState, command: Deposit): void {
  const { userId, assetId, amountUnits, key } = command;
  const { ledger } = state;
  if (!state.users.isOpen(userId) || state.assets[assetId] === undefined || !isKey(key))
    return state.reject("request.parameterError");
  if (command.origin !== "faucet") return state.reject("request.parameterError");
  if (!isAmount(amountUnits)) return state.reject("wallet.amountError");
  describe(state, KIND | (assetId << 4), amountUnits, 0, 0, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  if (amountUnits > ledger.issuable(assetId)) return state.reject("wallet.amountError");

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  const account = ledger.account(userId, MAIN, assetId);
  ledger.issue(account, amountUnits);
  state.out.fundsPosted(userId, MAIN, assetId, amountUnits, ledger.total(account), FAUCET, state.lastSeq);
}
