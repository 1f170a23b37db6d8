import { commandIndex } from "@candor/codec/command-layout";
import type { RepayLoan } from "@candor/domain/commands/lever-commands";
import { bindKey, describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";
import { chargeHours, payDebt } from "./loans.ts";

const KIND = commandIndex("repay-loan");

/**
 * Pays the debt in one coin from the margin account, interest before principal. An amount above the debt pays all of
 * it. Works on a frozen account. Rejections: trade.invalidParameters, request.keyConflict, lever.noDebt,
 * wallet.insufficientAmount.
 */
export function repayLoan(state: ExchangeState, command: RepayLoan): void {
  const { userId, assetId, amountUnits, key } = command;
  const pair = state.markets[command.marketId]?.lever;
  const coin = pair?.coinOf(assetId) ?? -1;
  const hasForm = amountUnits === 0 || isAmount(amountUnits);
  if (pair === undefined || coin < 0 || !hasForm || !state.users.isOpen(userId) || !isKey(key))
    return state.reject("trade.invalidParameters");
  describe(state, 0 - (KIND * 256 + pair.market.id), amountUnits, assetId, 0, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  const account = pair.find(userId);
  if (account !== undefined) chargeHours(state, account);
  if (account === undefined || account.owed(coin) === 0) return state.reject("lever.noDebt");
  const available = state.ledger.available(account.coins[coin] as number);
  const owed = account.owed(coin);
  const units = amountUnits === 0 ? Math.min(available, owed) : Math.min(amountUnits, owed);
  if (units === 0 || units > available) return state.reject("wallet.insufficientAmount", available, assetId);

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  payDebt(state, account, coin, units);
}
