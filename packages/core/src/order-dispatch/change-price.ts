import type { ChangePrice, SpotOrder } from "@candor/domain/commands/commands";
import { ORDER_TYPES, SELF_TRADE_MODES, SIDES, TIMES_IN_FORCE } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import type { Lots, Ppm, Ticks, Units } from "@candor/money/brand";
import { leftLotsOf, visibleLotsOf } from "../book/iceberg.ts";
import { KEY_CODES, packCodes } from "../idempotency/contents.ts";
import { describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { changeLeverPrice } from "../leverage/change-lever-price.ts";
import { CODES, HAS_MORE, LEVEL, MARKET_ID, NONE, PRICE_TICKS, STOP_TICKS } from "../memory/order-slab.ts";
import type { ChangedOrder } from "../orders/changed-order.ts";
import { siblingOf, waitingListOf } from "../orders/order-groups.ts";
import { closeOrder } from "../orders/order-life.ts";
import { isTrailingRate } from "../orders/ticket.ts";
import { changeContractPrice } from "../perpetual/orders/change-contract-price.ts";
import { placeInstead } from "../spot/place-order.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { ARMED } from "../state/orders/live-orders.ts";
import {
  BY_USER,
  CANCELED,
  forceOf,
  isLever,
  isTrailing,
  LIMIT,
  selfTradeOf,
  sideOf,
  statusOf,
  typeOf,
  UNTRIGGERED,
} from "../state/orders/order-codes.ts";
import { findOwn, rejectMissing } from "./cancel-order.ts";
import { moveInPlace, movesInPlace } from "./move-in-place.ts";
import { freedBy } from "./replace-order.ts";

/**
 * Moves a live order to another limit price or trigger: cancels it and places the same order over the lots that it had
 * left, or does nothing at all. The new order is checked as if the old one were canceled, and has a number of its own.
 * Orders of a list and trailing orders move in place (moveInPlace). Nothing is borrowed for a margin order.
 * Rejections: trade.invalidParameters, request.keyConflict, trade.orderNotFound and trade.orderClosed,
 * trade.invalidParameters (not such an order, or nothing would change), then those of placing the order.
 */
export function changePrice(state: ExchangeState, command: ChangePrice): void {
  const { userId, marketId, orderId, key } = command;
  const market = state.markets[marketId];
  if (market === undefined || !isForm(command) || !state.users.isOpen(userId))
    return state.reject("trade.invalidParameters");
  describeChange(state, command);
  if (isAnsweredByKey(state, userId, key)) return;
  const slot = findOwn(state, userId, orderId);
  if (slot === NONE) return rejectMissing(state, userId, orderId);
  if (movesInPlace(state, slot)) return moveInPlace(state, command, slot);
  const order = changedOrder(state, command, slot);
  if (order === undefined) return state.reject("trade.invalidParameters");
  if (market.contract !== undefined) return changeContractPrice(state, order, slot);
  const freed = freedBy(state, market, slot);
  const end = (): void => {
    closeOrder(state, slot, CANCELED, BY_USER);
    // The key belongs to the change, not to an order that a client placed.
    describeChange(state, command);
  };
  if (isLever(state.orders.slab.ints[slot + CODES] as number))
    return changeLeverPrice(state, order, slot, { ...freed, end });
  placeInstead(state, spotOrderOf(state, order, slot), freed, end);
}

/** An iceberg stays one, and shows at most what it has left. */
function spotOrderOf(state: ExchangeState, order: ChangedOrder, slot: number): SpotOrder {
  const visible = visibleLotsOf(state.orders.slab, slot);
  if (visible === 0) return { kind: "place-order", ...order };
  return { kind: "place-iceberg", ...order, visibleLots: Math.min(visible, order.quantityLots) as Lots };
}

function isForm({ orderId, priceTicks, stopTicks, trailingPpm, key }: ChangePrice): boolean {
  const isRate = trailingPpm === undefined || trailingPpm === 0 || isTrailingRate(trailingPpm);
  const areNumbers = isTicks(priceTicks) && isTicks(stopTicks) && isRate;
  return Number.isSafeInteger(orderId) && orderId > 0 && areNumbers && isKey(key);
}

const isTicks = (ticks: number): boolean =>
  Number.isInteger(ticks) && ticks >= 0 && ticks <= LIMITS.maxPriceTicks;

function describeChange(state: ExchangeState, command: ChangePrice): void {
  const { marketId, orderId, priceTicks, stopTicks, trailingPpm } = command;
  const codes = packCodes(KEY_CODES["change-price"], marketId);
  describe(state, codes, orderId, priceTicks, stopTicks, trailingPpm ?? 0);
}

/** Returns the order after the change; undefined if it has no such price, or already this one. */
function changedOrder(state: ExchangeState, command: ChangePrice, slot: number): ChangedOrder | undefined {
  const { slab } = state.orders;
  const { ints } = slab;
  const codes = ints[slot + CODES] as number;
  const isWaiting = statusOf(codes) === UNTRIGGERED;
  const isResting = ints[slot + LEVEL] !== 0;
  if (ints[slot + MARKET_ID] !== command.marketId || !hasOwnPrice(state, slot)) return undefined;
  if ((command.trailingPpm ?? 0) > 0) return undefined;
  // A triggered order that still waits for its turn is about to execute.
  if (isWaiting ? state.orders.stageOf(slot) === ARMED : !isResting) return undefined;
  const priceTicks = ints[slot + PRICE_TICKS] as number;
  const stopTicks = isWaiting && (codes & HAS_MORE) !== 0 ? (slab.moreInts[slot + STOP_TICKS] as number) : 0;
  const newPrice = command.priceTicks === 0 ? priceTicks : command.priceTicks;
  const newStop = command.stopTicks === 0 ? stopTicks : command.stopTicks;
  const hasOther = (priceTicks === 0 && newPrice > 0) || (stopTicks === 0 && newStop > 0);
  if (hasOther || (newPrice === priceTicks && newStop === stopTicks)) return undefined;
  const { userId, marketId, key } = command;
  return {
    userId,
    marketId,
    side: nameOf(SIDES, sideOf(codes)),
    // A triggered order with a limit price is a limit order.
    type: nameOf(ORDER_TYPES, isWaiting ? typeOf(codes) : LIMIT) as ChangedOrder["type"],
    timeInForce: nameOf(TIMES_IN_FORCE, forceOf(codes)),
    selfTrade: nameOf(SELF_TRADE_MODES, selfTradeOf(codes)),
    quantityLots: leftLotsOf(slab, slot) as Lots,
    quoteUnits: 0 as Units,
    priceTicks: newPrice as Ticks,
    stopTicks: newStop as Ticks,
    trailingPpm: 0 as Ppm,
    key,
  };
}

/** Whether the order has a price that does not depend on another order of its list, or on the market. */
function hasOwnPrice(state: ExchangeState, slot: number): boolean {
  const codes = state.orders.slab.ints[slot + CODES] as number;
  const isAlone = waitingListOf(state, slot) === 0 && siblingOf(state, slot) === NONE;
  const mayTrail = state.rules >= RULES.movedInPlace && statusOf(codes) !== UNTRIGGERED;
  return isAlone && (mayTrail || !isTrailing(typeOf(codes)));
}

function nameOf<Name>(names: readonly Name[], index: number): Name {
  const name = names[index];
  if (name === undefined) throw new Error(`no name ${index} among ${names.join(" ")}`);
  return name;
}
