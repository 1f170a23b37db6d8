import { isReduceOnly, triggerByOf } from "@candor/codec/event-record";
import { bindKey } from "../../idempotency/keyed-command.ts";
import { CONTRACT } from "../../ledger/account-number.ts";
import { rejectUnavailable } from "../../market/market-status.ts";
import {
  BUY,
  CODES,
  MARKET_ID,
  REMAINING_LOTS,
  SIDE,
  STOP_TICKS,
  TRAILING_PPM,
  USER_ID,
} from "../../memory/order-slab.ts";
import { emitOrder, noteChange } from "../../orders/order-life.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { TRADING } from "../../state/market/market.ts";
import { TRAILING } from "../../state/orders/live-orders.ts";
import type { MovedTerms } from "../../state/orders/moved-terms.ts";
import { MOVED, NO_REASON, typeOf } from "../../state/orders/order-codes.ts";
import { directionOf, isReached } from "../../state/orders/trigger-direction.ts";
import { queueContractTrigger } from "../order-life/contract-order-life.ts";
import { rejectsContractValue } from "./place-contract-order.ts";

/**
 * Gives a trailing contract order another rate or activation price, or rejects it and leaves the order. It freezes nothing
 * before its trigger, so no money moves. Rejections, in this order: trade.marketUnavailable, trade.amountError (its value,
 * as when it was placed), trade.triggerPrice, account.contractFrozen (unless reduce-only).
 */
export function moveTrailing(state: ExchangeState, slot: number, next: MovedTerms, key: string): void {
  const { ints, moreInts } = state.orders.slab;
  const market = state.markets[ints[slot + MARKET_ID] as number];
  if (market?.contract === undefined)
    throw new Error(`order ${state.orders.slab.idOf(slot)} is of no contract`);
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  const { contract } = market;
  const codes = ints[slot + CODES] as number;
  const side = ints[slot + SIDE] as number;
  const userId = ints[slot + USER_ID] as number;
  const lots = ints[slot + REMAINING_LOTS] as number;
  if (rejectsContractValue(state, market, next.stopTicks || market.indexTicks, lots, isReduceOnly(codes)))
    return;
  const set = contract.triggersBy(triggerByOf(codes));
  const stops = set.trailing(side);
  const reference = contract.priceBy(triggerByOf(codes));
  const isActive = state.orders.stageOf(slot) === TRAILING;
  const extremeTicks = isActive ? stops.extremeOf(slot) : 0;
  const triggerTicks = stops.triggerTicks(next.trailingPpm, extremeTicks);
  const direction = directionOf(side, typeOf(codes));
  const isBeyond = isActive
    ? side === BUY
      ? reference >= triggerTicks
      : reference <= triggerTicks
    : isReached(direction, next.stopTicks, reference);
  if (isBeyond) return state.reject("trade.triggerPrice", reference);
  if (!isReduceOnly(codes) && state.users.isFrozen(userId, CONTRACT))
    return state.reject("account.contractFrozen");

  // Nothing below may fail.
  if (isActive) stops.remove(slot);
  else set.triggers.remove(direction, slot);
  moreInts[slot + STOP_TICKS] = next.stopTicks;
  moreInts[slot + TRAILING_PPM] = next.trailingPpm;
  if (isActive) stops.add(slot, extremeTicks);
  else {
    set.trailingOrders--;
    queueContractTrigger(state, contract, slot);
  }
  noteChange(state, slot);
  bindKey(state, userId, key, 0);
  emitOrder(state, slot, MOVED, NO_REASON, 0);
}
