import { watchesRuin } from "../leverage/ruined-orders.ts";
import { ruinsAccount } from "../leverage/ruinous-price.ts";
import {
  BUY,
  CODES,
  HELD_UNITS,
  MARGIN,
  MARKET_ID,
  NONE,
  PRICE_TICKS,
  REMAINING_LOTS,
  SIDE,
} from "../memory/order-slab.ts";
import { executeOrder, walkFor } from "../orders/execute-order.ts";
import { isPending } from "../orders/order-groups.ts";
import { closeOrder, dissolveGroup, emitOrder, holdAccount, ownHold, stamp } from "../orders/order-life.ts";
import { triggerContractStop } from "../perpetual/orders/trigger-contract-stop.ts";
import { activatePending } from "../spot/activate-pending.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { ListedMarket } from "../state/listed-market.ts";
import { type Market, TRADING } from "../state/market/market.ts";
import {
  BY_CLOSED_MARKET,
  BY_MISSING_FUNDS,
  EXPIRED,
  hasLimitPrice,
  isLever,
  NO_REASON,
  OPEN,
  TRIGGERED,
  typeOf,
} from "../state/orders/order-codes.ts";

/**
 * Triggers armed stops, first come, first served, until none is left or the command's budget is used: at most
 * CORE_LIMITS.maxTriggeredPerCommand stops and LIMITS.maxFillsPerCommand fills. The rest waits for the next command of
 * any kind. A stop's fills may arm others, which join the end of the queue.
 */
export function fireStops(state: ExchangeState): void {
  const { armed, orders } = state;
  while (!armed.isEmpty && state.triggersLeft > 0 && state.fillsLeft > 0) {
    const slot = orders.find(armed.shift());
    // Canceled while queued.
    if (slot === NONE) continue;
    state.triggersLeft--;
    triggerStop(state, slot);
  }
}

function triggerStop(state: ExchangeState, slot: number): void {
  const { ints, moreInts, moreNumbers } = state.orders.slab;
  const market = state.markets[ints[slot + MARKET_ID] as number] as ListedMarket;
  if (market.contract !== undefined) return triggerContractStop(state, slot);
  if (isPending(state, slot)) return activatePending(state, market, slot);
  if (market.status !== TRADING) {
    closeOrder(state, slot, EXPIRED, BY_CLOSED_MARKET);
    return;
  }
  state.orders.setStage(slot, 0);
  stamp(state, slot, OPEN);
  const own = ownHold(state, market, slot);
  emitOrder(state, slot, TRIGGERED, NO_REASON, 0);
  dissolveGroup(state, market, slot, own);
  const lots = ints[slot + REMAINING_LOTS] as number;
  if (isLever(ints[slot + CODES] as number)) {
    if (ruins(state, market, slot, lots)) {
      closeOrder(state, slot, EXPIRED, BY_MISSING_FUNDS);
      return;
    }
    // From now on a resting order is checked for ruin.
    if (watchesRuin(state)) state.ledger.touchedMargins.push(moreInts[slot + MARGIN] as number);
  }
  if (ints[slot + SIDE] !== BUY || hasLimitPrice(typeOf(ints[slot + CODES] as number))) {
    executeOrder(state, market, slot, own, lots);
    return;
  }
  const cost = walkFor(state, market, slot, lots, 0).quoteUnits;
  const account = holdAccount(state, market, slot);
  const missing = cost - own;
  if (missing > state.ledger.available(account)) {
    closeOrder(state, slot, EXPIRED, BY_MISSING_FUNDS);
    return;
  }
  if (missing > 0) state.ledger.hold(account, missing);
  moreNumbers[(slot >> 1) + HELD_UNITS] = 0;
  executeOrder(state, market, slot, Math.max(own, cost), lots);
}

/**
 * Whether a margin order that was just triggered would ruin its margin account. A resting part counts at its own price.
 */
function ruins(state: ExchangeState, market: Market, slot: number, lots: number): boolean {
  const { ints, moreInts } = state.orders.slab;
  const walk = walkFor(state, market, slot, lots, 0);
  const price = ints[slot + PRICE_TICKS] as number;
  const rest = price > 0 ? lots - walk.lots : 0;
  const quoteUnits = walk.quoteUnits + market.notional(price, rest);
  return ruinsAccount(
    state,
    moreInts[slot + MARGIN] as number,
    ints[slot + SIDE] as number,
    walk.lots + rest,
    quoteUnits,
  );
}
