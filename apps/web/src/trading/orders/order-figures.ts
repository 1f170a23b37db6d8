import { isTrailingType, triggersUpward } from "@candor/domain/order-types";
import { formatDecimal, parseDecimal, powerOfTen } from "@candor/money/decimal";
import { multiplyDivideFloor } from "@candor/money/integer";
import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals } from "@candor/ui/decimal-math";
import type { WireOrder } from "@candor/wire/objects";
import type { MarketFormat } from "../market/market-format.ts";
import { protectedTicks } from "../market/market-terms.ts";

const PRICE_SCALE = 8;

/**
 * Returns the other of two orders that cancel each other: the legs of an OCO, or the two orders that wait or waited for
 * the first of their list, whose id is the list's. Undefined if it has ended or is not listed.
 */
export function siblingOf(order: WireOrder, listed: readonly WireOrder[]): WireOrder | undefined {
  const { groupId, orderId, isOto } = order;
  if (groupId === null || (isOto === true && orderId === groupId)) return undefined;
  return listed.find(
    (each) =>
      each.groupId === groupId && each.orderId !== orderId && !(isOto === true && each.orderId === groupId),
  );
}

/** Whether an order is one of two that cancel each other. An OCO's leg is even when the other one is not listed. */
export const isOcoLeg = (order: WireOrder, listed: readonly WireOrder[] = []): boolean =>
  order.groupId !== null && (order.isOto !== true || siblingOf(order, listed) !== undefined);

interface Locked {
  readonly amount: string;
  readonly asset: string;
}

/**
 * Returns the amount an open order freezes, if it follows from the listed orders; the wallet has the exact total. OCO
 * legs share one amount, that of the dearer leg, shown only on the limit leg.
 * @param listed all live orders, among them the other leg
 */
export function lockedOf(
  order: WireOrder,
  look: MarketFormat | undefined,
  listed: readonly WireOrder[],
): Locked | undefined {
  if (order.status === "pending" || (order.status === "untriggered" && isOcoLeg(order, listed)))
    return undefined;
  if (look === undefined || order.quantity === null) {
    return order.quoteQuantity === null || look === undefined
      ? undefined
      : { amount: order.quoteQuantity, asset: look.quote };
  }
  const quantity = parseDecimal(order.quantity, look.baseScale);
  const executed = parseDecimal(order.executedQuantity, look.baseScale);
  if (typeof quantity === "string" || typeof executed === "string") return undefined;
  const remaining = quantity - executed;
  if (order.side === "sell") return { amount: formatDecimal(remaining, look.baseScale), asset: look.base };
  if (!isOcoLeg(order, listed)) return lockedQuote(order, look, remaining);
  const other = siblingOf(order, listed);
  const legs = [order, other].map((leg) => leg && lockedQuote(leg, look, remaining)?.amount);
  const [own, others] = legs;
  if (own === undefined || others === undefined) return undefined;
  return { amount: compareDecimals(own, others) < 0 ? others : own, asset: look.quote };
}

/** Returns what a buy freezes on its own. @param remaining in 10^-baseScale */
function lockedQuote(order: WireOrder, look: MarketFormat, remaining: number): Locked | undefined {
  if (order.frozenQuote !== undefined && order.status === "untriggered")
    return { amount: order.frozenQuote, asset: look.quote };
  const price = fundedPrice(order, look);
  if (price === undefined) return undefined;
  // price (1e-8) × remaining (10^-baseScale) in units of the quote coin; a whole number by the listing rules
  const shift = PRICE_SCALE + look.baseScale - look.quoteScale;
  const units = multiplyDivideFloor(price, remaining, powerOfTen(shift));
  return { amount: formatDecimal(units, look.quoteScale), asset: look.quote };
}

/**
 * Returns the most that an iceberg now shows in the book, and the least that it hides; undefined for other orders. How
 * much of the shown part has been filled is not in the order.
 */
export function icebergPartsOf(
  { quantity, executedQuantity, visibleQuantity, status }: WireOrder,
  look: MarketFormat | undefined,
): { readonly shown: string; readonly hidden: string } | undefined {
  if (visibleQuantity === undefined || quantity === null || look === undefined) return undefined;
  const [whole, executed, part] = [quantity, executedQuantity, visibleQuantity].map((each) =>
    parseDecimal(each, look.baseScale),
  );
  if (typeof whole !== "number" || typeof executed !== "number" || typeof part !== "number") return undefined;
  const left = whole - executed;
  const shown = status === "untriggered" || status === "pending" ? 0 : Math.min(part, left);
  return { shown: formatDecimal(shown, look.baseScale), hidden: formatDecimal(left - shown, look.baseScale) };
}

/**
 * Returns the highest price, in 1e-8, that a buy is funded for: its limit, or for a market order that waits for its
 * trigger the protection's distance above it. Undefined if it does not follow from the order.
 */
function fundedPrice({ type, price, stopPrice, status }: WireOrder, look: MarketFormat): number | undefined {
  if (price !== null) return orUndefined(parseDecimal(price, PRICE_SCALE));
  if (stopPrice === null || status !== "untriggered" || isTrailingType(type)) return undefined;
  const trigger = orUndefined(parseDecimal(stopPrice, look.priceDecimals));
  if (trigger === undefined) return undefined;
  return protectedTicks(trigger) * powerOfTen(PRICE_SCALE - look.priceDecimals);
}

const orUndefined = (parsed: number | string): number | undefined =>
  typeof parsed === "string" ? undefined : parsed;

/** null if nothing was executed, so there is no fee. */
export const feeOf = ({
  executedQuantity,
  fee,
}: Pick<WireOrder, "executedQuantity" | "fee">): string | null =>
  signOfDecimal(executedQuantity) === 0 ? null : fee;

const SECOND_MS = 1_000;

/** Returns when an order ended; undefined if that was within the second of its creation. */
export function endedAtMs({ createdAtMs, updatedAtMs }: Pick<WireOrder, "createdAtMs" | "updatedAtMs">) {
  return Math.floor(updatedAtMs / SECOND_MS) > Math.floor(createdAtMs / SECOND_MS) ? updatedAtMs : undefined;
}

/** Whether an order waits for its trigger, or for another order of its list. */
export const isWaiting = ({ status }: Pick<WireOrder, "status">): boolean =>
  status === "untriggered" || status === "pending";

/**
 * Returns the trigger of an order that waits for it, or for another order first: at or above, or at or below, a price.
 */
export function triggerOf(
  order: WireOrder,
): { readonly price: string; readonly isAbove: boolean } | undefined {
  if (order.triggerPrice !== undefined && order.status === "untriggered")
    return { price: order.triggerPrice, isAbove: order.side === "buy" };
  return isWaiting(order) ? placedTriggerOf(order) : undefined;
}

/**
 * Returns the trigger that an order was placed with, also when it is over: at or above, or at or below, a price. For one
 * that trails it is the activation price. Undefined if it has none.
 */
export function placedTriggerOf({
  stopPrice,
  side,
  type,
}: Pick<WireOrder, "stopPrice" | "side" | "type">):
  | { readonly price: string; readonly isAbove: boolean }
  | undefined {
  return stopPrice === null ? undefined : { price: stopPrice, isAbove: triggersUpward(side, type) };
}

/** Returns what an order still waits for on the chart: its current trigger, or its activation price; null if neither. */
const awaitedPriceOf = (order: WireOrder): string | null =>
  isWaiting(order) ? (order.triggerPrice ?? order.stopPrice) : null;

/** Returns the chart price of an order: the trigger if it waits for one; null if there is none yet. */
export const linePriceOf = (order: WireOrder): string | null => awaitedPriceOf(order) ?? order.price;

/** Whether the line of an order is at its trigger, not at its limit price. */
export const isLineAtTrigger = (order: WireOrder): boolean => awaitedPriceOf(order) !== null;

export const isTrailing = ({ status, type }: Pick<WireOrder, "status" | "type">): boolean =>
  status === "untriggered" && isTrailingType(type);

/** Returns the orders with the current trigger prices and frozen amounts of trailing stops filled in. */
export function withTriggers(
  orders: readonly WireOrder[],
  listed: readonly WireOrder[] | undefined,
): readonly WireOrder[] {
  const known = new Map(listed?.map((order) => [order.orderId, order]));
  return orders.map((order) => {
    const { triggerPrice, frozenQuote } = (isTrailing(order) ? known.get(order.orderId) : undefined) ?? {};
    if (triggerPrice === undefined && frozenQuote === undefined) return order;
    return {
      ...order,
      ...(triggerPrice !== undefined && { triggerPrice }),
      ...(frozenQuote !== undefined && { frozenQuote }),
    };
  });
}
