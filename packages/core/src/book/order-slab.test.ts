import { expect, test } from "vitest";
import { OrderBook } from "./order-book.ts";
import { NONE, OrderSlab } from "./order-slab.ts";

/** Every column by name. */
function columnsOf(slab: OrderSlab): [name: string, column: Int32Array][] {
  return Object.entries(slab).filter((entry): entry is [string, Int32Array] => ArrayBuffer.isView(entry[1]));
}

const NONE_AT_FIRST = new Set(["userPrev", "userNext", "prev", "next"]);

test("BOOK-05 a row starts with zeros and no links, whatever order had it before", () => {
  const slab = new OrderSlab(4);
  const slot = slab.allocate();
  for (const [, column] of columnsOf(slab)) column[slot] = 7;
  slab.level[slot] = 0;
  slab.release(slot);
  const again = slab.allocate();
  expect(again).toBe(slot);
  for (const [name, column] of columnsOf(slab))
    expect(column[again], name).toBe(NONE_AT_FIRST.has(name) ? NONE : 0);
});

test("BOOK-05 the slab keeps every column of every row when it grows", () => {
  const slab = new OrderSlab(2);
  const slots: number[] = [];
  for (let n = 0; n < 100; n++) {
    const slot = slab.allocate();
    columnsOf(slab).forEach(([, column], index) => {
      column[slot] = (n + index) % 120;
    });
    slots.push(slot);
  }
  expect(new Set(slots).size).toBe(100);
  slots.forEach((slot, n) => {
    columnsOf(slab).forEach(([name, column], index) => {
      expect(column[slot], name).toBe((n + index) % 120);
    });
  });
  expect(slab.liveCount).toBe(100);
  expect(columnsOf(slab).every(([, column]) => column.length === slab.capacity)).toBe(true);
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
  slab.priceTicks[slot] = 100;
  slab.remainingLots[slot] = 1;
  book.insert(slot);
  expect(() => slab.release(slot)).toThrow("released while in the book");
  book.remove(slot);
  slab.release(slot);
  expect(slab.liveCount).toBe(0);
});
