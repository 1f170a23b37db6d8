import type { PlaceList } from "@candor/domain/commands/list-commands";
import { LIMITS } from "@candor/domain/limits";
import { divideFloor } from "@candor/money/integer";
import { setVisible } from "../book/iceberg.ts";
import { CORE_LIMITS } from "../core-limits.ts";
import { KEY_CODES, packCodes, withRareTerms } from "../idempotency/contents.ts";
import { describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { COIN } from "../ledger/account-number.ts";
import { rejectUnavailable } from "../market/market-status.ts";
import { rejectQuantity, rejectValue } from "../market/reject-amount.ts";
import { BUY, GROUP_ID, HELD_UNITS, SELL, STOP_TICKS, TRAILING_PPM } from "../memory/order-slab.ts";
import { executeOrder } from "../orders/execute-order.ts";
import {
  firstTriggerTicks,
  rejectsAroundTrigger,
  rejectsTrigger,
  rejectsVisible,
} from "../orders/order-checks.ts";
import { emitOrder, queueTrigger } from "../orders/order-life.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { type Market, TRADING } from "../state/market/market.ts";
import {
  ACCEPTED,
  becomesMarketOrder,
  DECREMENT,
  hasLimitPrice,
  IOC,
  isPricedTrigger,
  isTrailing,
  LIMIT,
  NO_REASON,
  OPEN,
  packTerms,
  selfTradeIndex,
  sideIndex,
  UNTRIGGERED,
  withStatus,
} from "../state/orders/order-codes.ts";
import { directionOf } from "../state/orders/trigger-direction.ts";
import { bindLegKeys, hasLegKey, isOtherList, type LegKeys } from "./leg-keys.ts";
import { areOpposite, type Leg, mayBeIceberg, mayBeInList, readLeg } from "./legs.ts";

/** Divisor that splits a price into two parts, to fit the other contents of a key. */
const SPLIT = 65_536;

/**
 * Places two orders that cancel each other: the one above the price with the next id, which is also the group's number,
 * and the one below it with the id after. One hold covers both: the larger of their needs. A limit leg that would
 * execute at once is rejected like a post-only order. Any fill of it, or the trigger of a leg, cancels the other leg.
 * Rejections as in placeOco.
 */
export function placeList(state: ExchangeState, command: PlaceList): void {
  const { userId, key, quantityLots } = command;
  const market = state.markets[command.marketId];
  const side = sideIndex(command.side);
  const selfTrade = selfTradeIndex(command.selfTrade);
  if (
    market === undefined ||
    market.contract !== undefined ||
    side < 0 ||
    selfTrade < 0 ||
    selfTrade === DECREMENT
  )
    return state.reject("trade.invalidParameters");
  const above = readLeg(command.above);
  const below = readLeg(command.below);
  if (!state.users.isOpen(userId) || !haveForm(state, command, side, [above, below]))
    return state.reject("trade.invalidParameters");
  describeList(state, command, market.id, side, selfTrade, above, below);
  const keys = { list: key, first: above.key, second: below.key };
  // Keys derived from the list's need no comparison: that of a leg that ended first may have expired.
  const areDerived = above.key.startsWith(key) && below.key.startsWith(key);
  if (!areDerived && isOtherList(state, userId, keys, false)) return state.reject("request.keyConflict");
  if (isAnsweredByKey(state, userId, key)) return;
  if (hasLegKey(state, userId, keys)) return state.reject("request.keyConflict");
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  if (rejectsLegs(state, market, quantityLots, side, [above, below])) return;
  if (state.orders.countOf(userId) + 2 > LIMITS.maxOpenOrdersPerUser)
    return state.reject("trade.tooManyOrders", LIMITS.maxOpenOrdersPerUser);
  if (rejectsTrailing(state, market, [above, below])) return;
  if (state.users.isFrozen(userId, COIN)) return state.reject("account.coinFrozen");
  const limit = above.type === LIMIT ? above : below.type === LIMIT ? below : undefined;
  if (limit !== undefined && market.book.wouldTake(side, limit.priceTicks))
    return state.reject("trade.wouldTake");
  const needed = Math.max(
    neededFor(market, side, above, quantityLots),
    neededFor(market, side, below, quantityLots),
  );
  const asset = side === BUY ? market.quoteAsset : market.baseAsset;
  const account = state.ledger.account(userId, COIN, asset);
  const available = state.ledger.available(account);
  if (needed > available) return state.reject("trade.insufficientBalance", available, asset);

  // Nothing below may fail.
  const first = openLeg(state, command, market, side, selfTrade, above);
  const second = openLeg(state, command, market, side, selfTrade, below);
  openGroup(state, userId, keys, first, second);
  state.ledger.hold(account, needed);
  emitOrder(state, first, ACCEPTED, NO_REASON, 0);
  emitOrder(state, second, ACCEPTED, NO_REASON, 0);
  if (above.type !== LIMIT) queueTrigger(state, market, first);
  if (below.type !== LIMIT) queueTrigger(state, market, second);
  if (limit === undefined) return;
  const slot = limit === above ? first : second;
  executeOrder(state, market, slot, neededFor(market, side, limit, quantityLots), quantityLots);
}

/** Checks each leg's fields and side of the price, that one at most is a limit, that `above` is above, and the keys. */
function haveForm(
  state: ExchangeState,
  { quantityLots, key }: PlaceList,
  side: number,
  legs: readonly [above: Leg, below: Leg],
): boolean {
  const [above, below] = legs;
  const keys = [key, above.key, below.key];
  const haveKeys = keys.every((each) => each !== "" && isKey(each)) && new Set(keys).size === keys.length;
  return (
    Number.isSafeInteger(quantityLots) &&
    quantityLots > 0 &&
    areOpposite(side, above, below) &&
    legs.every((leg) => mayBeInList(state, leg.type) && mayBeIceberg(leg, quantityLots)) &&
    (haveKeys || keys.every((each) => each === ""))
  );
}

/** Ticks take at most 32 bits, so the lower leg's trigger fits into the remaining bits in two parts. */
function describeList(
  state: ExchangeState,
  { quantityLots }: PlaceList,
  marketId: number,
  side: number,
  selfTrade: number,
  above: Leg,
  below: Leg,
): void {
  const { timeInForce, type } = above;
  const layout = KEY_CODES["place-list"];
  describe(
    state,
    packCodes(layout, marketId, side, selfTrade, type, below.type, timeInForce, below.timeInForce),
    withRareTerms(
      quantityLots,
      above.visibleLots,
      below.visibleLots,
      0,
      above.trailingPpm,
      below.trailingPpm,
    ),
    above.priceTicks * SPLIT + (below.stopTicks % SPLIT),
    above.stopTicks * SPLIT + divideFloor(below.stopTicks, SPLIT),
    below.priceTicks,
  );
}

/** The highest price that the leg may need money for, in ticks. */
function paidTicks(market: Market, side: number, leg: Leg): number {
  return hasLimitPrice(leg.type) ? leg.priceTicks : market.fundedTicks(firstTriggerTicks(market, side, leg));
}

function neededFor(market: Market, side: number, leg: Leg, lots: number): number {
  return side === SELL ? lots * market.lotUnits : market.notional(paidTicks(market, side, leg), lots);
}

function rejectsLegs(
  state: ExchangeState,
  market: Market,
  lots: number,
  side: number,
  legs: readonly [Leg, Leg],
): boolean {
  if (lots < market.minLots || lots > market.maxLots) {
    rejectQuantity(state, lots, market.minLots, market.maxLots);
    return true;
  }
  for (const { visibleLots } of legs)
    if (visibleLots > 0 && rejectsVisible(state, market, visibleLots, lots)) return true;
  const [above, below] = legs;
  const valued = legs.map((leg) => leg.priceTicks || leg.stopTicks || market.referenceTicks);
  const lowest = Math.min(...valued);
  const highest = Math.max(
    paidTicks(market, side, above),
    paidTicks(market, side, below),
    above.stopTicks,
    below.stopTicks,
  );
  const largest = market.notional(highest, lots);
  if (market.notional(lowest, lots) < market.minNotionalUnits || largest > LIMITS.maxUnits) {
    rejectValue(state, largest, market.minNotionalUnits, LIMITS.maxUnits);
    return true;
  }
  for (const { type, priceTicks, stopTicks } of legs) {
    if (type === LIMIT && (priceTicks < market.bandMinTicks || priceTicks > market.bandMaxTicks)) {
      state.reject("trade.priceOutOfBand", market.bandMinTicks, market.bandMaxTicks);
      return true;
    }
    // A leg that follows the price at once has no trigger yet.
    const triggerTicks = stopTicks || market.referenceTicks;
    if (isPricedTrigger(type) && rejectsAroundTrigger(state, market, priceTicks, triggerTicks)) return true;
  }
  return legs.some(
    ({ type, stopTicks }) =>
      stopTicks > 0 && rejectsTrigger(state, market, stopTicks, directionOf(side, type)),
  );
}

/** Rejects more trailing orders than a market may have. */
function rejectsTrailing(state: ExchangeState, market: Market, legs: readonly Leg[]): boolean {
  const { maxTrailingPerMarket } = CORE_LIMITS;
  const count = legs.filter(({ type }) => isTrailing(type)).length;
  if (count === 0 || market.trailingOrders + count <= maxTrailingPerMarket) return false;
  state.reject("trade.tooManyOrders", maxTrailingPerMarket);
  return true;
}

function openLeg(
  state: ExchangeState,
  { userId, quantityLots }: PlaceList,
  market: Market,
  side: number,
  selfTrade: number,
  leg: Leg,
): number {
  const { orders } = state;
  const force = hasLimitPrice(leg.type) ? leg.timeInForce : IOC;
  const terms = packTerms(side, leg.type, force, selfTrade, state.users.isLabelled(userId));
  const codes = withStatus(terms, leg.type === LIMIT ? OPEN : UNTRIGGERED);
  const slot = orders.create(userId, leg.key, state.timeMs, market.id, codes, leg.priceTicks, quantityLots);
  const { slab } = orders;
  slab.extend(slot);
  slab.moreInts[slot + STOP_TICKS] = leg.stopTicks;
  slab.moreInts[slot + TRAILING_PPM] = leg.trailingPpm;
  if (leg.visibleLots > 0) setVisible(slab, slot, leg.visibleLots);
  if (side === BUY && becomesMarketOrder(leg.type))
    slab.moreNumbers[(slot >> 1) + HELD_UNITS] = neededFor(market, side, leg, quantityLots);
  return slot;
}

/** Joins the two newest orders into a group, whose number is the first one's. */
function openGroup(state: ExchangeState, userId: number, keys: LegKeys, first: number, second: number): void {
  const groupId = state.orders.lastOrderId - 1;
  const { moreNumbers } = state.orders.slab;
  moreNumbers[(first >> 1) + GROUP_ID] = groupId;
  moreNumbers[(second >> 1) + GROUP_ID] = groupId;
  bindLegKeys(state, userId, keys, groupId);
}
