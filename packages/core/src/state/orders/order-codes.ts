import { packOrderCodes, withContractTerms } from "@candor/codec/event-record";
import {
  ORDER_CAUSES,
  ORDER_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  type OrderReason,
  type OrderStatus,
  type OrderType,
  SELF_TRADE_MODES,
  type SelfTrade,
  type Side,
  TIMES_IN_FORCE,
  type TimeInForce,
} from "@candor/domain/enumerations";
import {
  becomesMarketOrder as becomesMarketType,
  hasLimitPrice as hasPriceType,
  isPricedTrigger as isPricedType,
  isTrailingType,
  SPOT_TYPES,
  triggersUpward,
} from "@candor/domain/order-types";

/** The protocol's enumerations as the numbers that the slab's rows hold. */
const status = (name: OrderStatus): number => ORDER_STATUSES.indexOf(name);
const reason = (name: OrderReason): number => ORDER_REASONS.indexOf(name);
const type = (name: OrderType): number => ORDER_TYPES.indexOf(name);
const force = (name: TimeInForce): number => TIMES_IN_FORCE.indexOf(name);
const selfTrade = (name: SelfTrade): number => SELF_TRADE_MODES.indexOf(name);

export const UNTRIGGERED = status("untriggered");
export const OPEN = status("open");
export const PARTIALLY_FILLED = status("partially-filled");
export const FILLED = status("filled");
export const CANCELED = status("canceled");
export const EXPIRED = status("expired");
/** Waits until the first order of its list is filled. */
export const PENDING = status("pending");

export const NO_REASON = reason("none");
export const BY_USER = reason("user");
export const BY_IOC = reason("ioc");
export const BY_FOK = reason("fok");
export const BY_PROTECTION = reason("price-protection");
export const BY_SELF_TRADE = reason("self-trade");
export const BY_SIBLING = reason("oco-sibling");
export const BY_REDUCE_ONLY = reason("reduce-only");
export const BY_POSITION_CLOSED = reason("position-closed");
export const BY_LIQUIDATION = reason("liquidation");
export const BY_MISSING_FUNDS = reason("trigger-unfunded");
export const BY_CLOSED_MARKET = reason("market-closed");
export const BY_LIST = reason("list-ended");
export const BY_UNPAID_ACTIVATION = reason("oto-unfunded");
export const BY_REFUSED_ACTIVATION = reason("oto-rejected");
export const BY_DATE = reason("good-till-date");
export const BY_PRICE_DIFFERENCE = reason("price-difference");

export const LIMIT = type("limit");
export const MARKET = type("market");
export const STOP_LIMIT = type("stop-limit");
export const STOP_MARKET = type("stop-market");
export const TRAILING_STOP = type("trailing-stop");

export const GTC = force("gtc");
export const IOC = force("ioc");
export const FOK = force("fok");
export const POST_ONLY = force("post-only");

export const EXPIRE_TAKER = selfTrade("expire-taker");
export const EXPIRE_MAKER = selfTrade("expire-maker");
const EXPIRE_BOTH = selfTrade("expire-both");
export const DECREMENT = selfTrade("decrement");

/** Indexes of `spot`, `lever` and `contract` in PRODUCTS. */
const SPOT = 0;
const LEVER = 1;
const CONTRACT = 2;

/** A set of types, one bit each. It comes before its uses: functions of a bundled module are not hoisted. */
const typeBits = (includes: (name: OrderType) => boolean): number =>
  ORDER_TYPES.reduce((bits, name, index) => (includes(name) ? bits | (1 << index) : bits), 0);
const WITH_PRICE = typeBits(hasPriceType);
const PRICED_TRIGGERS = typeBits(isPricedType);
const MARKET_TRIGGERS = typeBits(becomesMarketType);
const TRAILING_TYPES = typeBits(isTrailingType);
const LOSS_TYPES = typeBits((name) => triggersUpward("buy", name));
const ONLY_SPOT = typeBits((name) => (SPOT_TYPES as readonly OrderType[]).includes(name));

/** Whether orders of this type have a limit price; all others execute at any price within the market's protection. */
export function hasLimitPrice(orderType: number): boolean {
  return ((WITH_PRICE >> orderType) & 1) !== 0;
}

/** Whether orders of this type wait for a trigger and have a limit price. */
export function isPricedTrigger(orderType: number): boolean {
  return ((PRICED_TRIGGERS >> orderType) & 1) !== 0;
}

/** Whether orders of this type wait for a trigger and then execute at any price within the market's protection. */
export function becomesMarketOrder(orderType: number): boolean {
  return ((MARKET_TRIGGERS >> orderType) & 1) !== 0;
}

/** Whether orders of this type have a trigger that follows the price. */
export function isTrailing(orderType: number): boolean {
  return ((TRAILING_TYPES >> orderType) & 1) !== 0;
}

/** Whether the trigger or activation of this type is against the order: above the price for a buy. */
export function isAgainst(orderType: number): boolean {
  return ((LOSS_TYPES >> orderType) & 1) !== 0;
}

/** Whether only spot orders have this type. */
export function isOnlySpot(orderType: number): boolean {
  return ((ONLY_SPOT >> orderType) & 1) !== 0;
}

/** The immutable terms of an order, as encoded in its events. */
export function packTerms(
  side: number,
  orderType: number,
  timeInForce: number,
  selfTradeMode: number,
  isLabelled: boolean,
): number {
  return packOrderCodes(0, SPOT, side, orderType, timeInForce, selfTradeMode, 0, 0, isLabelled ? 1 : 0);
}

/** Like packTerms, for a margin order. */
export function packLeverTerms(
  side: number,
  orderType: number,
  timeInForce: number,
  selfTradeMode: number,
  isLabelled: boolean,
): number {
  return packOrderCodes(0, LEVER, side, orderType, timeInForce, selfTradeMode, 0, 0, isLabelled ? 1 : 0);
}

/** Whether the order is one of a contract. */
export function isContract(codes: number): boolean {
  return (codes & CONTRACT_BIT) !== 0;
}

/** Whether the order is paid from a margin account. */
export function isLever(codes: number): boolean {
  return (codes & LEVER_BIT) !== 0;
}

/** Like packTerms, for a contract order. `triggerBy` is an index into TRIGGER_BYS; `leg` is that of its position. */
export function packContractTerms(
  side: number,
  orderType: number,
  timeInForce: number,
  selfTradeMode: number,
  isLabelled: boolean,
  reduceOnly: boolean,
  triggerBy: number,
  leg: number,
): number {
  const label = isLabelled ? 1 : 0;
  const codes = packOrderCodes(0, CONTRACT, side, orderType, timeInForce, selfTradeMode, 0, 0, label);
  return withContractTerms(codes, reduceOnly, triggerBy, leg);
}

/** The product's lowest bit, which no other product with orders has. */
const LEVER_BIT = 1 << 4;
/** The bit that, of all products with orders, only contracts have. */
const CONTRACT_BIT = 1 << 5;

/**
 * Bit positions in packOrderCodes. A live order's CODES are its terms and its status; the lowest bits hold marks of the
 * slab and of LiveOrders where an event has the cause of the change.
 */
const MARKS = 15;
const STATUS_SHIFT = 19;
const STATUS_BITS = 15 << STATUS_SHIFT;
const REASON_SHIFT = 23;

/** The event codes of an order change, from the order's CODES. */
export function withChange(codes: number, cause: number, orderReason: number): number {
  return (codes & ~MARKS) | cause | (orderReason << REASON_SHIFT);
}

/** The same terms or CODES with another status. */
export function withStatus(codes: number, orderStatus: number): number {
  return (codes & ~STATUS_BITS) | (orderStatus << STATUS_SHIFT);
}

/** An order's CODES without their mutable parts. */
export function termsOf(codes: number): number {
  return codes & ~(STATUS_BITS | MARKS);
}

/** Index into ORDER_STATUSES. */
export function statusOf(codes: number): number {
  return (codes & STATUS_BITS) >> STATUS_SHIFT;
}

/** Whether an order of this status is live. */
export function isLive(orderStatus: number): boolean {
  return orderStatus < FILLED || orderStatus === PENDING;
}

/** Index of its side in SIDES. */
export function sideOf(codes: number): number {
  return (codes >> 8) & 1;
}

/** Index into PRODUCTS. */
export function productOf(codes: number): number {
  return (codes >> 4) & 3;
}

export function typeOf(codes: number): number {
  return (codes >> 9) & 15;
}

export function forceOf(codes: number): number {
  return (codes >> 13) & 7;
}

export function selfTradeOf(codes: number): number {
  return (codes >> 16) & 7;
}

/** Whether a taker with this mode expires orders of its user that it reaches. */
export function expiresMaker(selfTradeMode: number): boolean {
  return selfTradeMode === EXPIRE_MAKER || selfTradeMode === EXPIRE_BOTH;
}

/** 1 for an order of a labelled account, else 0. */
export function labelOf(codes: number): number {
  return (codes >> 28) & 1;
}

export const ACCEPTED = ORDER_CAUSES.indexOf("accepted");
export const TRIGGERED = ORDER_CAUSES.indexOf("triggered");
export const EXECUTED = ORDER_CAUSES.indexOf("executed");
export const REDUCED = ORDER_CAUSES.indexOf("reduced");
export const CLOSED = ORDER_CAUSES.indexOf("closed");
export const ACTIVATED = ORDER_CAUSES.indexOf("activated");
export const MOVED = ORDER_CAUSES.indexOf("moved");

/** Returns −1 for an invalid value, like the functions below. */
export function sideIndex(side: Side): number {
  return side === "buy" ? 0 : side === "sell" ? 1 : -1;
}

export function typeIndex(name: OrderType): number {
  return name === "limit" ? LIMIT : ORDER_TYPES.indexOf(name);
}

export function forceIndex(name: TimeInForce): number {
  return name === "gtc" ? GTC : TIMES_IN_FORCE.indexOf(name);
}

export function selfTradeIndex(name: SelfTrade): number {
  return name === "expire-taker" ? EXPIRE_TAKER : SELF_TRADE_MODES.indexOf(name);
}
