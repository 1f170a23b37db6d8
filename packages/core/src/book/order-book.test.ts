import { LIMITS } from "@candor/domain/limits";
import { beforeEach, describe, expect, test } from "vitest";
import {
  BUY,
  NONE,
  ORDER_ID,
  OrderSlab,
  PRICE_TICKS,
  REMAINING_LOTS,
  SELL,
  SIDE,
} from "../memory/order-slab.ts";
import { OrderBook } from "./order-book.ts";

let slab: OrderSlab;
let book: OrderBook;

beforeEach(() => {
  slab = new OrderSlab();
  book = new OrderBook(slab);
});

function order(side: number, ticks: number, lots: number): number {
  const slot = slab.allocate();
  slab.numbers[(slot >> 1) + ORDER_ID] = slot + 1;
  slab.ints[slot + SIDE] = side;
  slab.ints[slot + PRICE_TICKS] = ticks;
  slab.ints[slot + REMAINING_LOTS] = lots;
  return slot;
}

function rest(side: number, ticks: number, lots: number): number {
  const slot = order(side, ticks, lots);
  book.insert(slot);
  return slot;
}

function inPriority(side: number): number[] {
  const slots: number[] = [];
  book.forEachOrder(side, (slot) => slots.push(slot));
  return slots;
}

function levels(side: number, limit = 100): number[][] {
  const found: number[][] = [];
  book.forEachLevel(side, limit, (ticks, lots) => found.push([ticks, lots]));
  return found;
}

describe("priority", () => {
  test("BOOK-06 orders match by price, then by time", () => {
    const late = rest(BUY, 100, 5);
    const worse = rest(BUY, 99, 5);
    const better = rest(BUY, 101, 5);
    const later = rest(BUY, 100, 5);
    expect(inPriority(BUY)).toEqual([better, late, later, worse]);
    const ask = rest(SELL, 110, 5);
    const lowAsk = rest(SELL, 105, 5);
    expect(inPriority(SELL)).toEqual([lowAsk, ask]);
    expect([book.best(BUY), book.best(SELL)]).toEqual([101, 105]);
    expect([book.headOf(BUY), book.headOf(SELL)]).toEqual([better, lowAsk]);
  });

  test("BOOK-06 a reduced and a partly filled order keep their place", () => {
    const first = rest(SELL, 50, 10);
    const second = rest(SELL, 50, 10);
    book.reduce(first, 4);
    expect(book.fill(first, 2)).toBe(4);
    expect(inPriority(SELL)).toEqual([first, second]);
    expect(slab.ints[first + REMAINING_LOTS]).toBe(4);
    expect(book.levelLots(SELL, 50)).toBe(14);
  });

  test("BOOK-06 removing an order from the middle of a queue keeps the others in order", () => {
    const slots = [1, 2, 3, 4, 5].map((lots) => rest(BUY, 70, lots));
    book.remove(slots[2] as number);
    book.remove(slots[0] as number);
    book.remove(slots[4] as number);
    expect(inPriority(BUY)).toEqual([slots[1], slots[3]]);
    expect(levels(BUY)).toEqual([[70, 6]]);
  });
});

describe("levels", () => {
  test("BOOK-07 a level's total equals its resting orders, and an emptied level is removed", () => {
    rest(BUY, 100, 5);
    const second = rest(BUY, 100, 7);
    const only = rest(BUY, 90, 1);
    expect(levels(BUY)).toEqual([
      [100, 12],
      [90, 1],
    ]);
    expect(levels(BUY, 1)).toEqual([[100, 12]]);
    book.remove(second);
    expect(book.levelLots(BUY, 100)).toBe(5);
    book.remove(only);
    expect(levels(BUY)).toEqual([[100, 5]]);
    expect([book.orderCount, book.levelCount]).toEqual([1, 1]);
    expect(book.isResting(only)).toBe(false);
  });

  test("BOOK-07 a level belongs to one side: the other side has nothing at that price", () => {
    rest(BUY, 100, 5);
    rest(SELL, 102, 6);
    expect([100, 101, 102, 0, -1].map((ticks) => book.levelLots(BUY, ticks))).toEqual([5, 0, 0, 0, 0]);
    expect([100, 101, 102, 2 ** 40].map((ticks) => book.levelLots(SELL, ticks))).toEqual([0, 0, 6, 0]);
  });

  test("BOOK-07 the best price moves on as levels empty, to the end of the book", () => {
    const prices = [1, 300, 70_000, 20_000_000, LIMITS.maxPriceTicks];
    for (const ticks of prices) rest(SELL, ticks, 3);
    for (const ticks of prices) {
      expect(book.best(SELL)).toBe(ticks);
      expect(book.fill(book.headOf(SELL), 3)).toBe(0);
    }
    expect(book.best(SELL)).toBe(NONE);
    expect(book.headOf(SELL)).toBe(NONE);
    expect(book.isEmpty()).toBe(true);
  });

  test("BOOK-07 totals stay exact beyond 32 bits", () => {
    for (let n = 0; n < 10; n++) rest(SELL, 9, LIMITS.maxQuantityLots);
    expect(book.levelLots(SELL, 9)).toBe(20_000_000_000);
  });
});

describe("operations that a book rejects", () => {
  test("BOOK-08 an order that would cross the book does not rest", () => {
    rest(BUY, 100, 1);
    rest(SELL, 101, 1);
    expect(() => rest(SELL, 100, 1)).toThrow("would cross");
    expect(() => rest(BUY, 101, 1)).toThrow("would cross");
    expect([book.wouldTake(BUY, 100), book.wouldTake(BUY, 101)]).toEqual([false, true]);
    expect([book.wouldTake(SELL, 101), book.wouldTake(SELL, 100)]).toEqual([false, true]);
  });

  test("BOOK-08 an order rests once, with a price and a quantity", () => {
    const slot = rest(BUY, 100, 1);
    expect(() => book.insert(slot)).toThrow("rests already");
    expect(() => rest(BUY, 0, 1)).toThrow(RangeError);
    expect(() => rest(BUY, LIMITS.maxPriceTicks + 1, 1)).toThrow(RangeError);
    expect(() => rest(BUY, 100, 0)).toThrow(RangeError);
  });

  test("BOOK-08 an order that does not rest is neither removed nor reduced nor filled", () => {
    const slot = order(BUY, 100, 5);
    expect(() => book.remove(slot)).toThrow("does not rest");
    expect(() => book.reduce(slot, 1)).toThrow("does not rest");
    expect(() => book.fill(slot, 1)).toThrow("does not rest");
  });

  test("BOOK-08 only the first in priority is filled, and never more than remains", () => {
    const first = rest(BUY, 100, 5);
    const second = rest(BUY, 100, 5);
    const worse = rest(BUY, 99, 5);
    expect(() => book.fill(second, 1)).toThrow("not the first in priority");
    expect(() => book.fill(worse, 1)).toThrow("not the first in priority");
    expect(() => book.fill(first, 6)).toThrow(RangeError);
    expect(() => book.fill(first, 0)).toThrow(RangeError);
    expect(() => book.reduce(first, 5)).toThrow(RangeError);
    expect(() => book.reduce(first, 0)).toThrow(RangeError);
    expect(levels(BUY)).toEqual([
      [100, 10],
      [99, 5],
    ]);
  });
});
