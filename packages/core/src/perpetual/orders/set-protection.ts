import type { SetProtection } from "@candor/domain/commands/contract-commands";
import { TRIGGER_BYS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { KEY_CODES, packCodes } from "../../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey, isKey } from "../../idempotency/keyed-command.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { INVALID, legIndex } from "./leg-index.ts";
import { rejectsProtection } from "./place-contract-order.ts";

const UNCHANGED = -1;

/**
 * Sets the take-profit and stop-loss of a position. Rejections, in this order: trade.invalidParameters,
 * request.keyConflict, trade.positionNotFound, trade.triggerPrice.
 */
export function setProtection(state: ExchangeState, command: SetProtection): void {
  const { userId, takeProfitTicks, stopLossTicks, key } = command;
  const contract = state.markets[command.marketId]?.contract;
  const triggerBy = TRIGGER_BYS.indexOf(command.triggerBy);
  const isLevel = (ticks: number): boolean =>
    Number.isInteger(ticks) && ticks >= UNCHANGED && ticks <= LIMITS.maxPriceTicks;
  const leg = legIndex(state, userId, command.leg);
  const hasForm =
    triggerBy >= 0 &&
    leg !== INVALID &&
    isLevel(takeProfitTicks) &&
    isLevel(stopLossTicks) &&
    !(takeProfitTicks === UNCHANGED && stopLossTicks === UNCHANGED);
  if (contract === undefined || !hasForm || !state.users.isOpen(userId) || !isKey(key))
    return state.reject("trade.invalidParameters");
  const codes = packCodes(KEY_CODES["set-protection"], contract.market.id, triggerBy);
  describe(state, codes, takeProfitTicks, stopLossTicks, leg, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  const position = contract.findLeg(userId, leg);
  if (position === undefined || position.lots === 0) return state.reject("trade.positionNotFound");
  const takeProfit = takeProfitTicks === UNCHANGED ? position.takeProfitTicks : takeProfitTicks;
  const stopLoss = stopLossTicks === UNCHANGED ? position.stopLossTicks : stopLossTicks;
  const price = contract.priceBy(triggerBy);
  if (rejectsProtection(state, position.lots > 0, takeProfit, stopLoss, price)) return;

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  position.takeProfitTicks = takeProfit;
  position.stopLossTicks = stopLoss;
  position.triggerBy = triggerBy;
  position.updatedAtMs = state.timeMs;
  state.perpetual.touch(position, "tpsl");
  refreshPositions(state);
}
