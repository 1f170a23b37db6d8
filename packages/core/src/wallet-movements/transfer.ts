import { commandIndex } from "@candor/codec/command-layout";
import type { Transfer } from "@candor/domain/commands/commands";
import { FUND_RECORD_KINDS, WALLETS } from "@candor/domain/enumerations";
import { RULES } from "@candor/domain/rules";
import { bindKey, describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { CONTRACT } from "../ledger/account-number.ts";
import { dropStaleSourcesOf } from "../perpetual/mark/follow-index.ts";
import { refreshCrossRisk, usableUnits } from "../perpetual/position/account-risk.ts";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";

const KIND = commandIndex("transfer");
const TRANSFER_IN = FUND_RECORD_KINDS.indexOf("transfer-in");
const TRANSFER_OUT = FUND_RECORD_KINDS.indexOf("transfer-out");
/** By index in WALLETS. The main wallet cannot be frozen. */
const FROZEN = [undefined, "account.coinFrozen", "account.contractFrozen", "account.optionFrozen"] as const;

/** Describes a transfer for its key. Also called for key queries, before anything is validated. */
export function describeTransfer(state: ExchangeState, command: Transfer): void {
  const [from, to] = [WALLETS.indexOf(command.from), WALLETS.indexOf(command.to)];
  describe(state, KIND | (command.assetId << 4) | (from << 12) | (to << 14), command.amountUnits, 0, 0, 0);
}

/**
 * Moves available money between two wallets of one user, free of charge. Rejections: request.parameterError,
 * wallet.amountError, request.keyConflict, wallet.belowMinimumTransfer (unless it is everything available),
 * account.coinFrozen, account.contractFrozen or account.optionFrozen (by source wallet), wallet.insufficientBalance,
 * wallet.remainderBelowMinimum (the remaining available balance would be above zero and below the minimum). Money that
 * covers losses of cross positions is not available.
 */
export function transfer(state: ExchangeState, command: Transfer): void {
  const { userId, assetId, amountUnits, key } = command;
  const { ledger } = state;
  const from = WALLETS.indexOf(command.from);
  const to = WALLETS.indexOf(command.to);
  const asset = state.assets[assetId];
  if (asset === undefined || from < 0 || to < 0 || from === to || !state.users.isOpen(userId) || !isKey(key))
    return state.reject("request.parameterError");
  if (!isAmount(amountUnits)) return state.reject("wallet.amountError");
  describeTransfer(state, command);
  if (isAnsweredByKey(state, userId, key)) return;
  const min = asset.minTransferUnits;
  const source = ledger.account(userId, from, assetId);
  const contracts = from === CONTRACT || to === CONTRACT ? state.perpetual.find(userId) : undefined;
  if (contracts !== undefined && from === CONTRACT) dropStaleSourcesOf(state, contracts);
  const available =
    contracts === undefined || from !== CONTRACT
      ? ledger.available(source)
      : usableUnits(state, contracts, assetId);
  const isAll = amountUnits === available && state.rules >= RULES.transferAll;
  if (amountUnits < min && !isAll) return state.reject("wallet.belowMinimumTransfer", min, assetId);
  const frozen = FROZEN[from];
  if (frozen !== undefined && state.users.isFrozen(userId, from)) return state.reject(frozen);
  if (amountUnits > available) return state.reject("wallet.insufficientBalance", available, assetId);
  const rest = available - amountUnits;
  if (rest > 0 && rest < min) return state.reject("wallet.remainderBelowMinimum", min, assetId);

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  const target = ledger.account(userId, to, assetId);
  ledger.move(source, target, amountUnits);
  if (contracts !== undefined) refreshCrossRisk(state, contracts);
  const { out, lastSeq } = state;
  out.fundsPosted(userId, from, assetId, 0 - amountUnits, ledger.total(source), TRANSFER_OUT, lastSeq);
  out.fundsPosted(userId, to, assetId, amountUnits, ledger.total(target), TRANSFER_IN, lastSeq);
}
