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
 * Enters the account anew where it waits for the index: at the price that liquidates it, at the one where a resting order
 * would ruin it, and at the one where it comes to be called or ceases to be. With an index the status follows at once.
 */
export function refreshRisk(state: ExchangeState, account: LeverAccount): void {
  const { pair, row } = account;
  const { indexTicks } = pair;
  const holdings = holdingsOf(state, account);
  const measure = measureOf(pair);
  const liquidation = account.isParked ? 0 : levelTriggerTicks(holdings, measure, LIQUIDATION_LEVEL_E4);
  if (indexTicks > 0) {
    // Money or a better index has come while the book took no more.
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

/** Brings the status up to date. */
function follow(state: ExchangeState, account: LeverAccount, isCalled: boolean): void {
  const status = account.liquidationId > 0 ? LIQUIDATING : isCalled ? CALLED : NORMAL;
  if (status === account.status) return;
  account.status = status;
  state.leverage.touch(account, status === LIQUIDATING ? "liquidation" : "margin-call");
}

/** Where an account that is called at or beyond `trigger` ceases to be: one tick before, seen the other way. */
function leavingTicks(trigger: number): number {
  if (trigger > 0) return 0 - (trigger + 1);
  return trigger < -1 ? 0 - trigger - 1 : 0;
}

/** `trigger` as levelTriggerTicks gives it. */
function place(below: PriceQueue, above: PriceQueue, row: number, trigger: number): void {
  below.place(row, Math.max(0, trigger));
  above.place(row, Math.max(0, 0 - trigger));
}

/** Whether an account has met a price that it waits for. */
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

/** A new index, or none: who waited for one is looked at again. */
export function followIndex(state: ExchangeState, pair: LeverPair): void {
  const { parked } = pair;
  pair.parked = [];
  for (const account of parked) {
    account.isParked = false;
    refreshRisk(state, account);
  }
  if (isHot(pair)) state.leverage.mayBeHot = true;
}
