import type { MoveLeverFunds } from "@candor/domain/commands/lever-commands";
import { FUND_RECORD_KINDS } from "@candor/domain/enumerations";
import { LEVER_BOUNDS } from "@candor/domain/errors/rejection-params";
import { transferableUnits } from "@candor/formulas/leverage/margin-level";
import { KEY_CODES, packCodes } from "../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { COIN } from "../ledger/account-number.ts";
import { MAX_MARGINS } from "../ledger/ledger.ts";
import { namesBound } from "../market/reject-amount.ts";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE } from "../state/leverage/lever-pair.ts";
import { holdingsOf, measureOf } from "./lever-holdings.ts";
import { chargeHours, postLever } from "./loans.ts";
import { openLeverAccount } from "./open-account.ts";

const TRANSFER_IN = FUND_RECORD_KINDS.indexOf("transfer-in");
const TRANSFER_OUT = FUND_RECORD_KINDS.indexOf("transfer-out");

/**
 * Moves money between the spot wallet and the margin account of a market, which the first transfer opens. Rejections:
 * trade.invalidParameters, request.keyConflict, lever.marginLevel (out: level at most 2, or more than may be
 * withdrawn), account.coinFrozen, trade.insufficientBalance.
 */
export function moveLeverFunds(state: ExchangeState, command: MoveLeverFunds): void {
  const { userId, assetId, amountUnits, key } = command;
  const { ledger, out, lastSeq } = state;
  const pair = state.markets[command.marketId]?.lever;
  const coin = pair?.coinOf(assetId) ?? -1;
  const isIn = command.direction === "in";
  const hasForm = (isIn || command.direction === "out") && isAmount(amountUnits);
  if (pair === undefined || coin < 0 || !hasForm || !state.users.isOpen(userId) || !isKey(key))
    return state.reject("trade.invalidParameters");
  const codes = packCodes(KEY_CODES["move-lever-funds"], pair.market.id, isIn ? 1 : 0);
  describe(state, codes, amountUnits, assetId, 0, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  const known = pair.find(userId);
  if (known !== undefined) chargeHours(state, known);
  const held = known === undefined ? 0 : ledger.available(known.coins[coin] as number);
  const most = known === undefined ? 0 : maxWithdrawable(state, known, coin);
  if (!isIn && amountUnits > most)
    return state.reject(
      "lever.marginLevel",
      most,
      assetId,
      LEVER_BOUNDS[most < held || !namesBound(state) ? "level" : "available"],
    );
  if (state.users.isFrozen(userId, COIN)) return state.reject("account.coinFrozen");
  const wallet = ledger.account(userId, COIN, assetId);
  const available = ledger.available(wallet);
  const hasRoom = known !== undefined || state.leverage.accounts.length < MAX_MARGINS;
  if (isIn && (amountUnits > available || !hasRoom))
    return state.reject("trade.insufficientBalance", available, assetId);

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  const account = known ?? openLeverAccount(state, pair, userId);
  const margin = account.coins[coin] as number;
  state.leverage.touch(account, "transfer");
  if (isIn) {
    ledger.move(wallet, margin, amountUnits);
    out.fundsPosted(userId, COIN, assetId, 0 - amountUnits, ledger.total(wallet), TRANSFER_OUT, lastSeq);
    postLever(state, account, coin, amountUnits, "transfer-in", lastSeq);
  } else {
    ledger.move(margin, wallet, amountUnits);
    postLever(state, account, coin, 0 - amountUnits, "transfer-out", lastSeq);
    out.fundsPosted(userId, COIN, assetId, amountUnits, ledger.total(wallet), TRANSFER_IN, lastSeq);
  }
}

/** The maximum that may be moved out: the available balance, or with debt as much as keeps the level at 2 or above. */
export function maxWithdrawable(state: ExchangeState, account: LeverAccount, coin: number): number {
  const { pair } = account;
  const ofLevel = transferableUnits(
    holdingsOf(state, account),
    measureOf(pair),
    pair.indexTicks,
    coin === BASE,
  );
  return Math.min(ofLevel, state.ledger.available(account.coins[coin] as number));
}
