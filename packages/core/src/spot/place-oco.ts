import type { PlaceOco } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import { KEY_CODES, packCodes } from "../idempotency/contents.ts";
import { describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { COIN } from "../ledger/account-number.ts";
import { rejectUnavailable } from "../market/market-status.ts";
import { rejectQuantity, rejectValue } from "../market/reject-amount.ts";
import { BUY, GROUP_ID, HELD_UNITS, SELL, STOP_TICKS } from "../memory/order-slab.ts";
import { executeOrder } from "../orders/execute-order.ts";
import { rejectsAroundTrigger, rejectsTrigger } from "../orders/order-checks.ts";
import { emitOrder, queueTrigger } from "../orders/order-life.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { type Market, TRADING } from "../state/market/market.ts";
import {
  ACCEPTED,
  DECREMENT,
  GTC,
  IOC,
  LIMIT,
  NO_REASON,
  OPEN,
  packTerms,
  STOP_LIMIT,
  STOP_MARKET,
  selfTradeIndex,
  sideIndex,
  UNTRIGGERED,
  withStatus,
} from "../state/orders/order-codes.ts";
import { directionOf } from "../state/orders/trigger-direction.ts";
import { bindLegKeys, hasLegKey, isOtherList, type LegKeys } from "./leg-keys.ts";

/** Suffixes of the legs' keys. */
const LIMIT_SUFFIX = ":l";
const STOP_SUFFIX = ":s";
const MAX_KEY_LENGTH = LIMITS.maxKeyLength - LIMIT_SUFFIX.length;

/**
 * Places two orders that cancel each other: a limit leg with the next id, which is also the group's number, and a stop
 * leg with the id after it. One hold covers both: the larger of their needs. The limit leg must rest, as on other
 * exchanges; one that would execute at once is rejected like a post-only order. Any fill of it, or the stop leg's
 * trigger, cancels the other leg. Rejections as in placeOrder.
 */
export function placeOco(state: ExchangeState, command: PlaceOco): void {
  const { userId, key } = command;
  const market = state.markets[command.marketId];
  const side = sideIndex(command.side);
  const selfTrade = selfTradeIndex(command.selfTrade);
  if (market === undefined || market.contract !== undefined) return state.reject("trade.invalidParameters");
  if (
    side < 0 ||
    selfTrade < 0 ||
    selfTrade === DECREMENT ||
    !state.users.isOpen(userId) ||
    !hasForm(command)
  )
    return state.reject("trade.invalidParameters");
  const { quantityLots, priceTicks, stopTicks, stopLimitTicks } = command;
  const codes = packCodes(KEY_CODES["place-oco"], market.id, side, 0, selfTrade);
  describe(state, codes, stopLimitTicks, quantityLots, priceTicks, stopTicks);
  const keys = keysOf(command);
  if (isOtherList(state, userId, keys, command.stopKey === undefined))
    return state.reject("request.keyConflict");
  if (isAnsweredByKey(state, userId, key)) return;
  if (hasLegKey(state, userId, keys)) return state.reject("request.keyConflict");
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  // A buy may execute above its trigger, so the stop leg may need more.
  const stopTicksPaid = stopLimitTicks > 0 ? stopLimitTicks : market.fundedTicks(stopTicks);
  if (rejectsLegs(state, market, command, side, stopTicksPaid)) return;
  if (state.orders.countOf(userId) + 2 > LIMITS.maxOpenOrdersPerUser)
    return state.reject("trade.tooManyOrders", LIMITS.maxOpenOrdersPerUser);
  if (state.users.isFrozen(userId, COIN)) return state.reject("account.coinFrozen");
  if (market.book.wouldTake(side, priceTicks)) return state.reject("trade.wouldTake");
  const limitUnits =
    side === SELL ? quantityLots * market.lotUnits : market.notional(priceTicks, quantityLots);
  const stopUnits = side === SELL ? limitUnits : market.notional(stopTicksPaid, quantityLots);
  const asset = side === BUY ? market.quoteAsset : market.baseAsset;
  const account = state.ledger.account(userId, COIN, asset);
  const available = state.ledger.available(account);
  const needed = Math.max(limitUnits, stopUnits);
  if (needed > available) return state.reject("trade.insufficientBalance", available, asset);

  // Nothing below may fail.
  const label = state.users.isLabelled(userId);
  const stopType = stopLimitTicks > 0 ? STOP_LIMIT : STOP_MARKET;
  const limitCodes = packTerms(side, LIMIT, GTC, selfTrade, label);
  const stopCodes = packTerms(side, stopType, stopLimitTicks > 0 ? GTC : IOC, selfTrade, label);
  const limitLeg = openLeg(state, command, limitCodes, keys.first, priceTicks, 0);
  const stopLeg = openLeg(state, command, stopCodes, keys.second, stopLimitTicks, stopTicks);
  const groupId = state.orders.lastOrderId - 1;
  const { moreNumbers } = state.orders.slab;
  moreNumbers[(limitLeg >> 1) + GROUP_ID] = groupId;
  moreNumbers[(stopLeg >> 1) + GROUP_ID] = groupId;
  if (side === BUY && stopLimitTicks === 0) moreNumbers[(stopLeg >> 1) + HELD_UNITS] = stopUnits;
  bindLegKeys(state, userId, keys, groupId);
  state.ledger.hold(account, needed);
  emitOrder(state, limitLeg, ACCEPTED, NO_REASON, 0);
  emitOrder(state, stopLeg, ACCEPTED, NO_REASON, 0);
  queueTrigger(state, market, stopLeg);
  executeOrder(state, market, limitLeg, limitUnits, quantityLots);
}

/** A sell's limit must be above its stop, a buy's below. */
function hasForm(command: PlaceOco): boolean {
  const { quantityLots, priceTicks, stopTicks, stopLimitTicks } = command;
  const inOrder = command.side === "sell" ? priceTicks > stopTicks : priceTicks < stopTicks;
  return (
    Number.isSafeInteger(quantityLots) &&
    quantityLots > 0 &&
    isPrice(priceTicks) &&
    isPrice(stopTicks) &&
    (stopLimitTicks === 0 || isPrice(stopLimitTicks)) &&
    inOrder &&
    haveForm(command)
  );
}

/** Both legs have keys or neither has, and all three keys differ. */
function haveForm({ key, limitKey, stopKey }: PlaceOco): boolean {
  if (limitKey === undefined && stopKey === undefined) return isKey(key, MAX_KEY_LENGTH);
  const keys = [key, limitKey ?? "", stopKey ?? ""];
  return keys.every((each) => each !== "" && isKey(each)) && new Set(keys).size === keys.length;
}

function isPrice(ticks: number): boolean {
  return Number.isInteger(ticks) && ticks > 0 && ticks <= LIMITS.maxPriceTicks;
}

/** The caller's key and the legs' keys. Legs have none unless the caller gives one. */
function keysOf({ key, limitKey, stopKey }: PlaceOco): LegKeys {
  const legKey = (given: string | undefined, suffix: string) => given ?? (key === "" ? "" : key + suffix);
  return { list: key, first: legKey(limitKey, LIMIT_SUFFIX), second: legKey(stopKey, STOP_SUFFIX) };
}

function rejectsLegs(
  state: ExchangeState,
  market: Market,
  command: PlaceOco,
  side: number,
  stopTicksPaid: number,
): boolean {
  const { quantityLots, priceTicks, stopTicks, stopLimitTicks } = command;
  if (quantityLots < market.minLots || quantityLots > market.maxLots) {
    rejectQuantity(state, quantityLots, market.minLots, market.maxLots);
    return true;
  }
  const smallest = market.notional(Math.min(priceTicks, stopLimitTicks || stopTicks), quantityLots);
  const largest = market.notional(Math.max(priceTicks, stopTicksPaid), quantityLots);
  if (smallest < market.minNotionalUnits || largest > LIMITS.maxUnits) {
    rejectValue(state, largest, market.minNotionalUnits, LIMITS.maxUnits);
    return true;
  }
  if (priceTicks < market.bandMinTicks || priceTicks > market.bandMaxTicks) {
    state.reject("trade.priceOutOfBand", market.bandMinTicks, market.bandMaxTicks);
    return true;
  }
  if (stopLimitTicks > 0 && rejectsAroundTrigger(state, market, stopLimitTicks, stopTicks)) return true;
  return rejectsTrigger(state, market, stopTicks, directionOf(side, STOP_MARKET));
}

/** Opens a leg: the shared fields, and the terms that differ. */
function openLeg(
  state: ExchangeState,
  command: PlaceOco,
  codes: number,
  key: string,
  priceTicks: number,
  stopTicks: number,
): number {
  const { orders } = state;
  const { userId, marketId, quantityLots } = command;
  const withStart = withStatus(codes, stopTicks === 0 ? OPEN : UNTRIGGERED);
  const slot = orders.create(userId, key, state.timeMs, marketId, withStart, priceTicks, quantityLots);
  orders.slab.extend(slot);
  orders.slab.moreInts[slot + STOP_TICKS] = stopTicks;
  return slot;
}
