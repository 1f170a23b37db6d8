import type { OrderSlab } from "../memory/order-slab.ts";
import { CODES, HAS_MORE, HIDDEN_LOTS, REMAINING_LOTS, SLOTS, VISIBLE_LOTS } from "../memory/order-slab.ts";
import type { OrderBook } from "./order-book.ts";

/*
 * An iceberg rests with the part that it shows: while it is in a book, REMAINING_LOTS is that part and HIDDEN_LOTS what it
 * does not show. So matching, level totals and depth need to know nothing about it. Outside a book, HIDDEN_LOTS is 0.
 */

/** Makes an order an iceberg that shows at most `lots` at a time. */
export function setVisible(slab: OrderSlab, slot: number, lots: number): void {
  slab.extend(slot);
  slab.moreInts[(slot & SLOTS) + VISIBLE_LOTS] = lots;
}

/** The most lots that the order shows at a time; 0 unless it is an iceberg. */
export function visibleLotsOf(slab: OrderSlab, slot: number): number {
  const row = slot & SLOTS;
  return ((slab.ints[row + CODES] as number) & HAS_MORE) === 0
    ? 0
    : (slab.moreInts[row + VISIBLE_LOTS] as number);
}

/** The lots of a resting order that its level does not contain. */
export function hiddenLotsOf(slab: OrderSlab, slot: number): number {
  const row = slot & SLOTS;
  return ((slab.ints[row + CODES] as number) & HAS_MORE) === 0
    ? 0
    : (slab.moreInts[row + HIDDEN_LOTS] as number);
}

/** All lots that the order has left, whether it rests or not. */
export function leftLotsOf(slab: OrderSlab, slot: number): number {
  return (slab.ints[(slot & SLOTS) + REMAINING_LOTS] as number) + hiddenLotsOf(slab, slot);
}

/** Hides what an order that is about to rest does not show. */
export function hideRest(slab: OrderSlab, slot: number): void {
  const row = slot & SLOTS;
  const visible = visibleLotsOf(slab, slot);
  const left = slab.ints[row + REMAINING_LOTS] as number;
  if (visible === 0 || left <= visible) return;
  slab.moreInts[row + HIDDEN_LOTS] = left - visible;
  slab.ints[row + REMAINING_LOTS] = visible;
}

/** Shows all of an order that has left its book. */
export function showAll(slab: OrderSlab, slot: number): void {
  const hidden = hiddenLotsOf(slab, slot);
  if (hidden === 0) return;
  const row = slot & SLOTS;
  slab.ints[row + REMAINING_LOTS] = (slab.ints[row + REMAINING_LOTS] as number) + hidden;
  slab.moreInts[row + HIDDEN_LOTS] = 0;
}

/** Lets an iceberg whose visible part was filled rest again with its next part, behind all orders of its price. */
export function showNext(book: OrderBook, slot: number): void {
  const { slab } = book;
  const row = slot & SLOTS;
  slab.ints[row + REMAINING_LOTS] = slab.moreInts[row + HIDDEN_LOTS] as number;
  slab.moreInts[row + HIDDEN_LOTS] = 0;
  hideRest(slab, slot);
  book.insert(slot);
}

/**
 * Takes lots off a resting order that has more than these left: hidden ones first, so that the others keep what they show
 * and their priority.
 */
export function reduceResting(book: OrderBook, slot: number, lots: number): void {
  const { slab } = book;
  const row = slot & SLOTS;
  const hidden = hiddenLotsOf(slab, slot);
  const fromHidden = hidden < lots ? hidden : lots;
  if (fromHidden > 0) slab.moreInts[row + HIDDEN_LOTS] = hidden - fromHidden;
  if (lots > fromHidden) book.reduce(slot, lots - fromHidden);
}
