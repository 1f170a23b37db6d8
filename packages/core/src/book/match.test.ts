import { expect, test } from "vitest";
import { BUY, OrderSlab, PRICE_TICKS, REMAINING_LOTS, SELL, SIDE } from "../memory/order-slab.ts";
import { match } from "./match.ts";
import { OrderBook } from "./order-book.ts";

test("BOOK-10 a match stops at its maximum number of fills, with the book in a consistent state", () => {
  const slab = new OrderSlab();
  const book = new OrderBook(slab);
  for (let n = 0; n < 5; n++) {
    const slot = slab.allocate();
    slab.ints[slot + SIDE] = SELL;
    slab.ints[slot + PRICE_TICKS] = 100 + n;
    slab.ints[slot + REMAINING_LOTS] = 2;
    book.insert(slot);
  }
  const filled: number[] = [];
  const sink = {
    onFill: (_: number, __: number, ticks: number) => filled.push(ticks),
    onSelfTrade: () => -1,
  };
  expect(match(book, BUY, 200, 9, 0, sink, 3)).toBe(3);
  expect(filled).toEqual([100, 101, 102]);
  expect(book.best(SELL)).toBe(103);
  expect(match(book, BUY, 103, 9, 0, sink)).toBe(7);
  expect(book.best(SELL)).toBe(104);
});
