import type { SetPositionMode } from "@candor/domain/commands/contract-commands";
import { KEY_CODES, packCodes } from "../../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey, isKey } from "../../idempotency/keyed-command.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { BOTH, LONG, SHORT } from "../../state/perpetual/position-leg.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";

/**
 * Switches a user between one-way mode and hedge mode, for all contracts. Setting the current mode changes nothing.
 * Rejections, in this order: trade.invalidParameters, request.keyConflict, trade.positionOpen (a position or an order of
 * a contract is open).
 */
export function setPositionMode(state: ExchangeState, command: SetPositionMode): void {
  const { userId, dual, key } = command;
  if (typeof dual !== "boolean" || !state.users.isOpen(userId) || !isKey(key))
    return state.reject("trade.invalidParameters");
  describe(state, packCodes(KEY_CODES["set-position-mode"], dual ? 1 : 0), 0, 0, 0, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  const account = state.perpetual.open(userId);
  const isInUse = account.positions.some(({ lots, orders }) => lots !== 0 || orders > 0);
  if (account.isHedged !== dual && isInUse) return state.reject("trade.positionOpen");

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  if (account.isHedged === dual) return;
  account.isHedged = dual;
  for (const position of account.positions.filter(({ leg }) => leg !== SHORT)) {
    position.leg = dual ? LONG : BOTH;
    state.perpetual.touch(position, "leverage");
    if (dual) openShort(state, position);
  }
  refreshPositions(state);
}

/** Gives the short position the settings of the one that becomes the long one. */
function openShort(state: ExchangeState, { contract, account, isCross, leverage }: Position): void {
  const short = contract.findLeg(account.userId, SHORT) ?? contract.openLeg(account, SHORT);
  short.isCross = isCross;
  short.leverage = leverage;
  state.perpetual.touch(short, "leverage");
}
