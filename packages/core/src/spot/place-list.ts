import type { SpotOrder } from "@candor/domain/commands/commands";
import type { ListLeg, PlaceList } from "@candor/domain/commands/list-commands";
import { LEG_TYPES } from "@candor/domain/commands/list-commands";
import { LIMITS } from "@candor/domain/limits";
import { divideFloor } from "@candor/money/integer";
import { setVisible } from "../book/iceberg.ts";
import { KEY_CODES, packCodes, withVisible } from "../idempotency/contents.ts";
import { describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { COIN } from "../ledger/account-number.ts";
import { rejectUnavailable } from "../market/market-status.ts";
import { rejectQuantity, rejectValue } from "../market/reject-amount.ts";
import { BUY, GROUP_ID, HELD_UNITS, SELL, STOP_TICKS } from "../memory/order-slab.ts";
import { executeOrder } from "../orders/execute-order.ts";
import { rejectsAroundTrigger, rejectsTrigger, rejectsVisible } from "../orders/order-checks.ts";
import { emitOrder, queueTrigger } from "../orders/order-life.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { type Market, TRADING } from "../state/market/market.ts";
import {
  ACCEPTED,
  becomesMarketOrder,
  DECREMENT,
  FOK,
  forceIndex,
  GTC,
  hasLimitPrice,
  IOC,
  isPricedTrigger,
  LIMIT,
  NO_REASON,
  OPEN,
  packTerms,
  selfTradeIndex,
  sideIndex,
  typeIndex,
  UNTRIGGERED,
  withStatus,
} from "../state/orders/order-codes.ts";
import { FALLING, RISING } from "../state/orders/trigger-book.ts";
import { directionOf } from "../state/orders/trigger-direction.ts";
import { bindLegKeys, hasLegKey, isOtherList, type LegKeys } from "./leg-keys.ts";

/** Divisor that splits a price into two parts, to fit the other contents of a key. */
const SPLIT = 65_536;

/** A well-formed leg, in the core's integers. */
export interface Leg {
  readonly type: number;
  readonly timeInForce: number;
  readonly priceTicks: number;
  readonly stopTicks: number;
  /** 0 unless it is an iceberg. */
  readonly visibleLots: number;
  readonly key: string;
}

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
  if (!state.users.isOpen(userId) || !haveForm(command, side, above, below))
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

export function readLeg(leg: ListLeg | SpotOrder): Leg {
  const { priceTicks, stopTicks, key } = leg;
  const isKnown = (LEG_TYPES as readonly string[]).includes(leg.type);
  const type = isKnown ? typeIndex(leg.type) : -1;
  const visibleLots = "visibleLots" in leg ? (leg.visibleLots ?? 0) : 0;
  return { type, timeInForce: forceIndex(leg.timeInForce), priceTicks, stopTicks, visibleLots, key };
}

/** Checks each leg's fields and side of the price, that one at most is a limit, that `above` is above, and the keys. */
function haveForm({ quantityLots, key }: PlaceList, side: number, above: Leg, below: Leg): boolean {
  const keys = [key, above.key, below.key];
  const haveKeys = keys.every((each) => each !== "" && isKey(each)) && new Set(keys).size === keys.length;
  return (
    Number.isSafeInteger(quantityLots) &&
    quantityLots > 0 &&
    areOpposite(side, above, below) &&
    [above, below].every((leg) => mayBeIceberg(leg, quantityLots)) &&
    (haveKeys || keys.every((each) => each === ""))
  );
}

/** Whether a rise of the price reaches `above` and a fall `below`, and one at most is a limit. */
export function areOpposite(side: number, above: Leg, below: Leg): boolean {
  return (
    hasForm(above, side, RISING) &&
    hasForm(below, side, FALLING) &&
    levelOf(above) > levelOf(below) &&
    !(above.type === LIMIT && below.type === LIMIT)
  );
}

function hasForm(
  { type, timeInForce, priceTicks, stopTicks }: Leg,
  side: number,
  direction: number,
): boolean {
  if (type < 0 || !isPriceOrNone(priceTicks) || !isPriceOrNone(stopTicks)) return false;
  const canEnd = isPricedTrigger(type) && (timeInForce === IOC || timeInForce === FOK);
  if (timeInForce !== GTC && !canEnd) return false;
  if (priceTicks > 0 !== hasLimitPrice(type) || stopTicks > 0 !== (type !== LIMIT)) return false;
  // A limit order is reached by a move in its favor, like a take-profit.
  const reachedBy = type === LIMIT ? (side === SELL ? RISING : FALLING) : directionOf(side, type);
  return reachedBy === direction;
}

/** Whether the leg is no iceberg, or has the form of one. */
function mayBeIceberg({ type, timeInForce, visibleLots }: Leg, quantityLots: number): boolean {
  const isCount = Number.isSafeInteger(visibleLots) && visibleLots >= 0 && visibleLots <= quantityLots;
  return isCount && (visibleLots === 0 || (hasLimitPrice(type) && timeInForce === GTC));
}

function isPriceOrNone(ticks: number): boolean {
  return Number.isInteger(ticks) && ticks >= 0 && ticks <= LIMITS.maxPriceTicks;
}

/** The price that reaches a leg, in ticks. */
function levelOf({ priceTicks, stopTicks }: Leg): number {
  return stopTicks > 0 ? stopTicks : priceTicks;
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
    withVisible(quantityLots, above.visibleLots, below.visibleLots),
    above.priceTicks * SPLIT + (below.stopTicks % SPLIT),
    above.stopTicks * SPLIT + divideFloor(below.stopTicks, SPLIT),
    below.priceTicks,
  );
}

/** The highest price that the leg may need money for, in ticks. */
function paidTicks(market: Market, { type, priceTicks, stopTicks }: Leg): number {
  return hasLimitPrice(type) ? priceTicks : market.fundedTicks(stopTicks);
}

function neededFor(market: Market, side: number, leg: Leg, lots: number): number {
  return side === SELL ? lots * market.lotUnits : market.notional(paidTicks(market, leg), lots);
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
  const lowest = Math.min(above.priceTicks || above.stopTicks, below.priceTicks || below.stopTicks);
  const highest = Math.max(
    paidTicks(market, above),
    paidTicks(market, below),
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
    if (isPricedTrigger(type) && rejectsAroundTrigger(state, market, priceTicks, stopTicks)) return true;
  }
  return legs.some(
    ({ type, stopTicks }) =>
      type !== LIMIT && rejectsTrigger(state, market, stopTicks, directionOf(side, type)),
  );
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
