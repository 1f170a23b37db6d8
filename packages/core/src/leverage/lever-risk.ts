import {
  CALL_LEVEL_E4,
  isAtMost,
  LIQUIDATION_LEVEL_E4,
  levelTriggerTicks,
} from "@candor/formulas/leverage/margin-level";
import type { PriceQueue } from "../memory/price-queue.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { CALLED, type LeverAccount, LIQUIDATING, NORMAL } from "../state/leverage/lever-account.ts";
import type { LeverPair } from "../state/leverage/lever-pair.ts";
import { holdingsOf, measureOf } from "./lever-holdings.ts";
import { placeRuin } from "./ruined-orders.ts";

/**
 * Re-queues the account at the index prices it waits for: where it is liquidated, where a resting order would ruin it,
 * and where it enters or leaves margin call. Updates the status at once when there is an index.
 */
export function refreshRisk(state: ExchangeState, account: LeverAccount): void {
  const { pair, row } = account;
  const { indexTicks } = pair;
  const holdings = holdingsOf(state, account);
  const measure = measureOf(pair);
  const liquidation = account.isParked ? 0 : levelTriggerTicks(holdings, measure, LIQUIDATION_LEVEL_E4);
  if (indexTicks > 0) {
    // Money arrived or the index improved while the liquidation was parked.
    if (!account.isParked && !isAtMost(holdings, measure, indexTicks, LIQUIDATION_LEVEL_E4))
      account.liquidationId = 0;
    follow(state, account, isAtMost(holdings, measure, indexTicks, CALL_LEVEL_E4));
  }
  place(pair.liquidatedBelow, pair.liquidatedAbove, row, liquidation);
  placeRuin(state, account);
  const call = account.liquidationId > 0 ? 0 : levelTriggerTicks(holdings, measure, CALL_LEVEL_E4);
  place(pair.calledBelow, pair.calledAbove, row, account.status === NORMAL ? call : leavingTicks(call));
  if (isHot(pair)) state.leverage.mayBeHot = true;
}

/** Updates the status. */
function follow(state: ExchangeState, account: LeverAccount, isCalled: boolean): void {
  const status = account.liquidationId > 0 ? LIQUIDATING : isCalled ? CALLED : NORMAL;
  if (status === account.status) return;
  account.status = status;
  state.leverage.touch(account, status === LIQUIDATING ? "liquidation" : "margin-call");
}

/**
 * The price at which an account that is called at or beyond `trigger` leaves margin call: one tick before, with the
 * opposite direction.
 */
function leavingTicks(trigger: number): number {
  if (trigger > 0) return 0 - (trigger + 1);
  return trigger < -1 ? 0 - trigger - 1 : 0;
}

/** `trigger` is in the form of levelTriggerTicks. */
function place(below: PriceQueue, above: PriceQueue, row: number, trigger: number): void {
  below.place(row, Math.max(0, trigger));
  above.place(row, Math.max(0, 0 - trigger));
}

/** Whether an account has reached a price it waits for. */
export function isHot(pair: LeverPair): boolean {
  const { indexTicks } = pair;
  if (indexTicks === 0) return false;
  return (
    pair.liquidatedBelow.fires(indexTicks) ||
    pair.liquidatedAbove.fires(indexTicks) ||
    pair.ruinedBelow.fires(indexTicks) ||
    pair.ruinedAbove.fires(indexTicks) ||
    pair.calledBelow.fires(indexTicks) ||
    pair.calledAbove.fires(indexTicks)
  );
}

/** Handles a new or missing index: accounts that waited for one are re-examined. */
export function followIndex(state: ExchangeState, pair: LeverPair): void {
  const { parked } = pair;
  pair.parked = [];
  for (const account of parked) {
    account.isParked = false;
    refreshRisk(state, account);
  }
  if (isHot(pair)) state.leverage.mayBeHot = true;
}
