import type { SetLeverage } from "@candor/domain/commands/contract-commands";
import { MARGIN_MODES } from "@candor/domain/enumerations";
import { KEY_CODES, packCodes } from "../../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey, isKey } from "../../idempotency/keyed-command.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import {
  applyLeverage,
  exposureOf,
  rejectsLeverageCost,
  rejectsRisk,
} from "../position/contract-settings.ts";

const UNCHANGED = -1;

/**
 * Sets leverage and margin mode of a contract, in hedge mode of both positions. Rejections, in this order: trade.invalidParameters, request.keyConflict,
 * trade.positionOpen (changing the mode while a position or an order is open), trade.riskLimit,
 * trade.insufficientBalance.
 */
export function setLeverage(state: ExchangeState, command: SetLeverage): void {
  const { userId, leverage, marginMode, key } = command;
  const contract = state.markets[command.marketId]?.contract;
  const mode = marginMode === "" ? UNCHANGED : MARGIN_MODES.indexOf(marginMode);
  const hasForm =
    Number.isInteger(leverage) &&
    leverage >= 0 &&
    leverage <= 255 &&
    (marginMode === "" ? leverage > 0 : mode >= 0);
  if (contract === undefined || !hasForm || !state.users.isOpen(userId) || !isKey(key))
    return state.reject("trade.invalidParameters");
  describe(state, packCodes(KEY_CODES["set-leverage"], contract.market.id), leverage, mode, 0, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  const position = contract.open(state.perpetual.open(userId));
  applyFunding(state, position);
  refreshPositions(state);
  const isCross = mode === UNCHANGED ? position.isCross : MARGIN_MODES[mode] === "cross";
  const sibling = contract.siblingOf(position);
  const isInUse = (each?: Position): boolean => each !== undefined && (each.lots !== 0 || each.orders > 0);
  if (isCross !== position.isCross && (isInUse(position) || isInUse(sibling)))
    return state.reject("trade.positionOpen");
  const wanted = leverage === 0 ? position.leverage : leverage;
  if (rejectsRisk(state, position, wanted, exposureOf(position))) return;
  if (wanted !== position.leverage && rejectsLeverageCost(state, position, wanted)) return;

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  for (const each of sibling === undefined ? [position] : [position, sibling]) {
    each.isCross = isCross;
    each.updatedAtMs = state.timeMs;
    if (wanted === each.leverage) state.perpetual.touch(each, "leverage");
  }
  if (wanted !== position.leverage) applyLeverage(state, position, wanted);
  refreshPositions(state);
}
