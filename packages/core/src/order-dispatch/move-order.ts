import { showAll } from "../book/iceberg.ts";
import { bindKey } from "../idempotency/keyed-command.ts";
import { COIN } from "../ledger/account-number.ts";
import { chargeHours } from "../leverage/loans.ts";
import { rejectUnavailable } from "../market/market-status.ts";
import {
  BUY,
  CODES,
  HELD_UNITS,
  NONE,
  PRICE_TICKS,
  REMAINING_LOTS,
  STOP_TICKS,
  TRAILING_PPM,
} from "../memory/order-slab.ts";
import { scratch } from "../memory/scratch.ts";
import { executeOrder } from "../orders/execute-order.ts";
import { neededUnits, rejectsAmount, rejectsLimit, rejectsTrigger } from "../orders/order-checks.ts";
import { isPending, siblingOf, waitingListOf, waitingOrders } from "../orders/order-groups.ts";
import {
  detach,
  emitOrder,
  followFrom,
  holdAccount,
  noteChange,
  ownHold,
  queueTrigger,
} from "../orders/order-life.ts";
import { readLiveOrder } from "../orders/read-live-order.ts";
import { Ticket } from "../orders/ticket.ts";
import { areInOrder, levelOf, reachedBy } from "../spot/legs.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { type Market, TRADING } from "../state/market/market.ts";
import { TRAILING } from "../state/orders/live-orders.ts";
import type { MovedTerms } from "../state/orders/moved-terms.ts";
import {
  becomesMarketOrder,
  isLever,
  LIMIT,
  MOVED,
  NO_REASON,
  POST_ONLY,
} from "../state/orders/order-codes.ts";
import { RISING } from "../state/orders/trigger-book.ts";
import { directionOf } from "../state/orders/trigger-direction.ts";

const ticket = scratch(new Ticket());
const other = scratch(new Ticket());

/**
 * Gives a spot or margin order these terms, or rejects them and leaves the order. Its hold follows; nothing is borrowed. A
 * limit order whose sibling waits must rest. Rejections, in this order: trade.marketUnavailable, trade.invalidParameters
 * (the legs of its pair would change sides), trade.amountError, trade.priceOutOfBand, trade.triggerPrice,
 * account.coinFrozen, trade.wouldTake, trade.insufficientBalance.
 */
export function moveOrder(
  state: ExchangeState,
  market: Market,
  slot: number,
  next: MovedTerms,
  key: string,
): void {
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  readLiveOrder(state, market, slot, ticket);
  const isPriceSame = ticket.priceTicks === next.priceTicks && ticket.stopTicks === next.stopTicks;
  Object.assign(ticket, next);
  const { side, type, userId } = ticket;
  const waits = isPending(state, slot);
  const sibling = waits ? otherPending(state, slot) : siblingOf(state, slot);
  if (sibling !== NONE && !staysOpposite(state, market, slot, sibling))
    return state.reject("trade.invalidParameters");
  if (rejectsAmount(state, ticket) || (!isPriceSame && rejectsLimit(state, ticket))) return;
  if (!waits && rejectsTriggers(state, market, slot)) return;
  if (state.users.isFrozen(userId, COIN)) return state.reject("account.coinFrozen");
  const mustRest = sibling !== NONE || ticket.timeInForce === POST_ONLY;
  if (type === LIMIT && !waits && mustRest && market.book.wouldTake(side, next.priceTicks))
    return state.reject("trade.wouldTake");
  const own = neededUnits(state, ticket);
  const change = waits ? 0 : changeOfHold(state, market, slot, sibling, own);
  const account = holdAccount(state, market, slot);
  if (change > 0 && !canHold(state, market, slot, account, change)) return;

  // Nothing below may fail.
  const isActive = state.orders.stageOf(slot) === TRAILING;
  const extremeTicks = isActive ? market.trailing(side).extremeOf(slot) : 0;
  detach(state, market, slot);
  showAll(state.orders.slab, slot);
  writeTerms(state, slot, next);
  if (!waits && side === BUY && becomesMarketOrder(type))
    state.orders.slab.moreNumbers[(slot >> 1) + HELD_UNITS] = own;
  if (change > 0) state.ledger.hold(account, change);
  if (change < 0) state.ledger.release(account, 0 - change);
  noteChange(state, slot);
  bindKey(state, userId, key, 0);
  emitOrder(state, slot, MOVED, NO_REASON, Math.max(0, 0 - change));
  if (waits) return;
  if (isActive) followFrom(state, market, slot, extremeTicks);
  else if (type === LIMIT)
    executeOrder(state, market, slot, own, state.orders.slab.ints[slot + REMAINING_LOTS] as number);
  else queueTrigger(state, market, slot);
}

/** The order that waits for the same first order, or NONE. */
function otherPending(state: ExchangeState, slot: number): number {
  return waitingOrders(state, waitingListOf(state, slot)).find((each) => each !== slot) ?? NONE;
}

/** Whether a rise of the price still reaches the same leg of the pair first. A leg that follows the price has no level. */
function staysOpposite(state: ExchangeState, market: Market, slot: number, sibling: number): boolean {
  readLiveOrder(state, market, sibling, other);
  const isFollowing = (each: number): boolean => state.orders.stageOf(each) === TRAILING;
  const own = isFollowing(slot) ? 0 : levelOf(ticket);
  const its = isFollowing(sibling) ? 0 : levelOf(other);
  return reachedBy(ticket.side, ticket) === RISING ? areInOrder(own, its) : areInOrder(its, own);
}

/** Rejects a trigger that the price has already reached. */
function rejectsTriggers(state: ExchangeState, market: Market, slot: number): boolean {
  const { side, type, stopTicks } = ticket;
  if (state.orders.stageOf(slot) !== TRAILING)
    return stopTicks > 0 && rejectsTrigger(state, market, stopTicks, directionOf(side, type));
  const stops = market.trailing(side);
  const triggerTicks = stops.triggerTicks(ticket.trailingPpm, stops.extremeOf(slot));
  const reference = market.referenceTicks;
  if (side === BUY ? reference < triggerTicks : reference > triggerTicks) return false;
  state.reject("trade.triggerPrice", reference);
  return true;
}

/** How much more the order, or the pair that it is in, needs frozen if it needs `own` by itself. */
function changeOfHold(
  state: ExchangeState,
  market: Market,
  slot: number,
  sibling: number,
  own: number,
): number {
  const its = sibling === NONE ? 0 : ownHold(state, market, sibling);
  return Math.max(own, its) - Math.max(ownHold(state, market, slot), its);
}

/** Whether the account has what is needed in addition; else rejects. */
function canHold(
  state: ExchangeState,
  market: Market,
  slot: number,
  account: number,
  units: number,
): boolean {
  let available = state.ledger.available(account);
  if (isLever(state.orders.slab.ints[slot + CODES] as number)) {
    const margin = state.markets[market.id]?.lever?.find(ticket.userId);
    if (margin === undefined) throw new Error(`user ${ticket.userId} has no margin account`);
    chargeHours(state, margin);
    // Money reserved for a liquidation cannot pay for orders.
    available = margin.liquidationId > 0 ? 0 : state.ledger.available(account);
  }
  if (units <= available) return true;
  state.reject(
    "trade.insufficientBalance",
    available,
    ticket.side === BUY ? market.quoteAsset : market.baseAsset,
  );
  return false;
}

function writeTerms(state: ExchangeState, slot: number, next: MovedTerms): void {
  const { slab } = state.orders;
  slab.extend(slot);
  slab.ints[slot + PRICE_TICKS] = next.priceTicks;
  slab.moreInts[slot + STOP_TICKS] = next.stopTicks;
  slab.moreInts[slot + TRAILING_PPM] = next.trailingPpm;
}
