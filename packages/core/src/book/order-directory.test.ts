import { mulberry32 } from "@candor/simulator/order-flow-random";
import { expect, test } from "vitest";
import { NONE, ORDER_ID, OrderSlab } from "../memory/order-slab.ts";
import { OrderDirectory } from "./order-directory.ts";

/** A directory and the slab rows that its orders need. */
class Desk {
  readonly slab = new OrderSlab();
  readonly directory = new OrderDirectory(this.slab);

  /** @returns the order's slot */
  open(orderId: number): number {
    const slot = this.slab.allocate();
    this.slab.numbers[(slot >> 1) + ORDER_ID] = orderId;
    this.directory.set(orderId, slot);
    return slot;
  }

  /** @returns the order's former slot, or NONE */
  close(orderId: number): number {
    const slot = this.directory.delete(orderId);
    if (slot !== NONE) this.slab.release(slot);
    return slot;
  }
}

test("BOOK-04 the directory finds open orders by id and nothing else", () => {
  const book = new Desk();
  const first = book.open(1);
  const second = book.open(2);
  expect(
    [0, 1, 2, 3, -1, 1.5, 2 ** 32 + 1, 10 ** 12, Number.NaN].map((id) => book.directory.get(id)),
  ).toEqual([NONE, first, second, NONE, NONE, NONE, NONE, NONE, NONE]);
  expect([book.close(1), book.close(1), book.close(10 ** 12)]).toEqual([first, NONE, NONE]);
  expect([book.directory.get(1), book.directory.size]).toEqual([NONE, 1]);
});

test("BOOK-04 an id is entered once, and only positive safe integers are ids", () => {
  const book = new Desk();
  const slot = book.open(5);
  expect(() => book.open(5)).toThrow("order id 5 is taken");
  for (const id of [0, -1, 1.5, 2 ** 53]) expect(() => book.open(id)).toThrow(RangeError);
  book.open(100_000);
  expect(() => book.open(5)).toThrow("order id 5 is taken");
  expect(book.directory.get(5)).toBe(slot);
});

test("BOOK-04 ids with equal low halves coexist", () => {
  const book = new Desk();
  const ids = [7, 7 + 2 ** 32, 7 + 5 * 2 ** 32, 8, 8 + 2 ** 40];
  const slots = ids.map((id) => book.open(id));
  expect(ids.map((id) => book.directory.get(id))).toEqual(slots);
  expect(book.close(7)).toBe(slots[0]);
  expect(ids.map((id) => book.directory.get(id))).toEqual([NONE, ...slots.slice(1)]);
});

test("BOOK-04 the directory equals a map for any pattern of short and long lifetimes, and while it grows", () => {
  const seed = Date.now() % 2 ** 32;
  process.stdout.write(`order directory, seed ${seed}\n`);
  const random = mulberry32(seed);
  for (const firstId of [1, 2 ** 31 - 5_000, 2 ** 32 - 5_000, 2 ** 52]) {
    const book = new Desk();
    const model = new Map<number, number>();
    let nextId = firstId;
    for (let i = 0; i < 20_000; i++) {
      if (random.chance(0.55)) {
        nextId += random.chance(0.01) ? random.below(200) : 0;
        model.set(nextId, book.open(nextId));
        nextId++;
      } else {
        const id = nextId - 1 - Math.floor(random.fraction() ** 4 * 12_000);
        expect(book.close(id)).toBe(model.get(id) ?? NONE);
        model.delete(id);
      }
    }
    expect(book.directory.size).toBe(model.size);
    for (let id = nextId - 30_000; id < nextId + 10; id++)
      expect(book.directory.get(id)).toBe(model.get(id) ?? NONE);
  }
});

test("BOOK-04 the directory's memory depends on open orders, not on all orders ever placed", () => {
  const book = new Desk();
  const live = 1_000;
  let bytes = 0;
  for (let id = 1; id <= 1_000_000; id++) {
    book.open(id);
    // Order 1 is never closed; every other order is, after a thousand newer ones.
    if (id > live + 1) book.close(id - live);
    if (id === 50_000) bytes = book.directory.byteLength;
  }
  expect(book.directory.byteLength).toBe(bytes);
  expect(bytes).toBeLessThanOrEqual(22 * 1_024);
  expect(book.directory.size).toBe(live + 1);
  expect([1, 2, 999_000, 999_001, 1_000_000].map((id) => book.directory.get(id) === NONE)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});
