import { mulberry32 } from "@candor/simulator/order-flow-random";
import { expect, test } from "vitest";
import { OrderDirectory } from "./order-directory.ts";
import { NONE } from "./order-slab.ts";

test("BOOK-04 the directory finds live orders by id and nothing else", () => {
  const directory = new OrderDirectory();
  directory.set(1, 70);
  directory.set(2, 71);
  expect([0, 1, 2, 3, -1, 10 ** 12].map((id) => directory.get(id))).toEqual([NONE, 70, 71, NONE, NONE, NONE]);
  expect(directory.delete(1)).toBe(70);
  expect(directory.delete(1)).toBe(NONE);
  expect(directory.delete(10 ** 12)).toBe(NONE);
  expect(directory.get(1)).toBe(NONE);
  expect(directory.size).toBe(1);
});

test("BOOK-04 an id is entered once, and only safe integers above zero are ids", () => {
  const directory = new OrderDirectory(16);
  directory.set(5, 1);
  expect(() => directory.set(5, 2)).toThrow("order id 5 is taken");
  expect(() => directory.set(-1, 2)).toThrow(RangeError);
  expect(() => directory.set(2 ** 53, 2)).toThrow(RangeError);
  directory.set(100_000, 3);
  expect(() => directory.set(5, 2)).toThrow("order id 5 is taken");
  expect(directory.get(5)).toBe(1);
});

test("BOOK-04 the directory equals a map for every pattern of lives, short, long and longer than its table", () => {
  const seed = Date.now() % 2 ** 32;
  process.stdout.write(`order directory, seed ${seed}\n`);
  const random = mulberry32(seed);
  for (const [maxTablePages, firstId] of [
    [16, 1],
    [64, 2 ** 31 - 5_000],
    [2 ** 20, 2 ** 52],
  ] as const) {
    const directory = new OrderDirectory(maxTablePages);
    const model = new Map<number, number>();
    let nextId = firstId;
    for (let i = 0; i < 20_000; i++) {
      if (random.chance(0.52)) {
        nextId += random.chance(0.01) ? random.below(200) : 0;
        directory.set(nextId, i);
        model.set(nextId, i);
        nextId++;
      } else {
        const id = nextId - 1 - Math.floor(random.fraction() ** 4 * 12_000);
        expect(directory.delete(id)).toBe(model.get(id) ?? NONE);
        model.delete(id);
      }
    }
    expect(directory.size).toBe(model.size);
    for (let id = nextId - 30_000; id < nextId + 10; id++)
      expect(directory.get(id)).toBe(model.get(id) ?? NONE);
  }
});

test("BOOK-04 memory of the directory follows the live orders, however many were ever placed", () => {
  const directory = new OrderDirectory(1_024);
  const live = 1_000;
  let bytes = 0;
  for (let id = 1; id <= 1_000_000; id++) {
    directory.set(id, id % live);
    // Order 1 is never closed; all others are, when a thousand newer ones have come.
    if (id > live + 1) directory.delete(id - live);
    if (id === 50_000) bytes = directory.byteLength;
  }
  expect(directory.byteLength).toBe(bytes);
  expect(directory.size).toBe(live + 1);
  expect([1, 2, 999_000, 999_001, 1_000_000].map((id) => directory.get(id))).toEqual([1, NONE, NONE, 1, 0]);
});
