import { expect, test } from "vitest";
import { OrderBook } from "../book/order-book.ts";
import {
  CODES,
  HAS_MORE,
  LEVEL,
  NEXT,
  NONE,
  OrderSlab,
  PREV,
  PRICE_TICKS,
  REMAINING_LOTS,
  ROW_INTS,
  USER_NEXT,
  USER_PREV,
} from "./order-slab.ts";

/** The small integers of a row, by field position. */
function intsOf(slab: OrderSlab, slot: number): number[] {
  return [...slab.ints.subarray(slot, slot + ROW_INTS)];
}

function moreOf(slab: OrderSlab, slot: number): number[] {
  return [...slab.moreInts.subarray(slot, slot + ROW_INTS)];
}

const LINKS = [PREV, NEXT, USER_PREV, USER_NEXT];

test("BOOK-05 a reused row starts with zeros and no links", () => {
  const slab = new OrderSlab(4);
  const slot = slab.allocate();
  slab.ints.fill(7, slot, slot + ROW_INTS);
  slab.ints[slot + LEVEL] = 0;
  slab.release(slot);
  const again = slab.allocate();
  expect(again).toBe(slot);
  intsOf(slab, again).forEach((value, place) => {
    expect(value, `place ${place}`).toBe(LINKS.includes(place) ? NONE : 0);
  });
});

test("BOOK-05 an order's data outside its row is removed with it", () => {
  const slab = new OrderSlab(4);
  const slot = slab.allocateUncleared();
  slab.ints[slot + CODES] = 0;
  slab.extend(slot);
  expect(slab.ints[slot + CODES]).toBe(HAS_MORE);
  slab.moreInts.fill(7, slot, slot + ROW_INTS);
  slab.release(slot);
  expect(slab.allocateUncleared()).toBe(slot);
  expect(moreOf(slab, slot)).toEqual(Array.from({ length: ROW_INTS }, () => 0));
});

test("BOOK-05 the slab keeps every field of every row when it grows", () => {
  const slab = new OrderSlab(2);
  const slots: number[] = [];
  for (let n = 0; n < 100; n++) {
    const slot = slab.allocate();
    for (let place = 0; place < ROW_INTS; place++) {
      slab.ints[slot + place] = n + place;
      slab.moreInts[slot + place] = n - place;
    }
    slots.push(slot);
  }
  expect(new Set(slots).size).toBe(100);
  slots.forEach((slot, n) => {
    expect(intsOf(slab, slot)).toEqual(Array.from({ length: ROW_INTS }, (_, place) => n + place));
    expect(moreOf(slab, slot)).toEqual(Array.from({ length: ROW_INTS }, (_, place) => n - place));
  });
  expect(slab.liveCount).toBe(100);
  expect(slab.numbers.buffer).toBe(slab.ints.buffer);
  expect(slab.moreNumbers.buffer).toBe(slab.moreInts.buffer);
  expect(slab.ints.length).toBe(slab.capacity * ROW_INTS);
});

test("BOOK-05 rows of closed orders are used again before the slab grows", () => {
  const slab = new OrderSlab(8);
  const slots = Array.from({ length: 8 }, () => slab.allocate());
  for (let round = 0; round < 1_000; round++) {
    slab.release(slots.pop() as number);
    slots.unshift(slab.allocate());
  }
  expect(slab.capacity).toBe(8);
  expect(new Set(slots).size).toBe(8);
});

test("BOOK-05 the row of a resting order cannot be released", () => {
  const slab = new OrderSlab();
  const book = new OrderBook(slab);
  const slot = slab.allocate();
  slab.ints[slot + PRICE_TICKS] = 100;
  slab.ints[slot + REMAINING_LOTS] = 1;
  book.insert(slot);
  expect(() => slab.release(slot)).toThrow("released while in the book");
  book.remove(slot);
  slab.release(slot);
  expect(slab.liveCount).toBe(0);
});
