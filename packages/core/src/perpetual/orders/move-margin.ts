import type { MoveMargin } from "@candor/domain/commands/contract-commands";
import { KEY_CODES, packCodes } from "../../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey, isKey } from "../../idempotency/keyed-command.ts";
import { CONTRACT } from "../../ledger/account-number.ts";
import { type ExchangeState, isAmount } from "../../state/exchange-state.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { certainProfit, usableFor } from "../position/account-risk.ts";
import { initialMarginAtMark } from "../position/contract-settings.ts";
import { INVALID, legIndex } from "./leg-index.ts";

/**
 * Moves margin between the contract wallet and an isolated position. After a removal, the margin minus losses must
 * cover the initial margin at the mark, so that no removal can liquidate. Rejections, in this order:
 * trade.invalidParameters, request.keyConflict, trade.positionNotFound, trade.notIsolated, trade.riskLimit,
 * account.contractFrozen, trade.insufficientBalance.
 */
export function moveMargin(state: ExchangeState, command: MoveMargin): void {
  const { userId, amountUnits, key } = command;
  const contract = state.markets[command.marketId]?.contract;
  const adds = command.direction === "add";
  const leg = legIndex(state, userId, command.leg);
  const hasForm = (adds || command.direction === "remove") && isAmount(amountUnits) && leg !== INVALID;
  if (contract === undefined || !hasForm || !state.users.isOpen(userId) || !isKey(key))
    return state.reject("trade.invalidParameters");
  describe(state, packCodes(KEY_CODES["move-margin"], contract.market.id), amountUnits, adds ? 1 : 0, leg, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  const position = contract.findLeg(userId, leg);
  if (position === undefined || position.lots === 0) return state.reject("trade.positionNotFound");
  if (position.isCross) return state.reject("trade.notIsolated");
  applyFunding(state, position);
  refreshPositions(state);
  const left = position.margin - amountUnits;
  const loss = Math.min(0, certainProfit(state, position));
  if (!adds && (left < 0 || left + loss < initialMarginAtMark(position)))
    return state.reject("trade.riskLimit", contract.maxLeverage, 0);
  if (state.users.isFrozen(userId, CONTRACT)) return state.reject("account.contractFrozen");
  const { quoteAsset } = contract.market;
  const usable = usableFor(state, position);
  if (adds && amountUnits > usable) return state.reject("trade.insufficientBalance", usable, quoteAsset);

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  const wallet = position.wallet;
  if (adds) state.ledger.hold(wallet, amountUnits);
  else state.ledger.release(wallet, amountUnits);
  position.margin += adds ? amountUnits : 0 - amountUnits;
  position.updatedAtMs = state.timeMs;
  state.perpetual.touch(position, "margin");
  refreshPositions(state);
}
