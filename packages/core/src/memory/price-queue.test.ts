import { LIMITS } from "@candor/domain/limits";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import { expect, test } from "vitest";
import { PriceQueue } from "./price-queue.ts";

const STEPS = 3_000;
const ENTRIES = 200;
const PRICES = 40;

/** The waiting entries, as a list that is sorted at every read. */
class NaiveQueue {
  private readonly isRising: boolean;
  private waiting: { entry: number; ticks: number }[] = [];

  constructor(isRising: boolean) {
    this.isRising = isRising;
  }

  place(entry: number, ticks: number): void {
    if (this.waiting.some((each) => each.entry === entry && each.ticks === ticks)) return;
    this.waiting = this.waiting.filter((each) => each.entry !== entry);
    if (ticks > 0) this.waiting.push({ entry, ticks });
  }

  inOrder(): { entry: number; ticks: number }[] {
    return this.waiting.toSorted((a, b) => (this.isRising ? a.ticks - b.ticks : b.ticks - a.ticks));
  }
}

/** Reading a queue sorts part of it, so one is read after each step and another rarely. */
test.each([
  { isRising: true, every: 1 },
  { isRising: false, every: 1 },
  { isRising: true, every: 50 },
  { isRising: false, every: 50 },
])(
  "PERP-11 positions trigger nearest first, and first come, first served within a price (%o)",
  ({ isRising, every }) => {
    const random = mulberry32(20_261_122);
    const queue = new PriceQueue(isRising);
    const naive = new NaiveQueue(isRising);
    // Prices far apart and close together, in several buckets and in one.
    const price = (): number => 1 + random.below(PRICES) * ([1, 30, 1_000_000][random.below(3)] as number);
    for (let step = 0; step < STEPS; step++) {
      const entry = random.below(ENTRIES);
      // A third of the steps removes an entry.
      const ticks = random.below(3) === 0 ? 0 : price();
      queue.place(entry, ticks);
      naive.place(entry, ticks);
      expect(queue.ticksOf(entry)).toBe(ticks);
      if (step % every !== 0) continue;
      const waiting = naive.inOrder();
      const mark = price();
      expect(queue.fires(mark)).toBe(
        waiting.some((each) => queue.isAhead(each.ticks, mark) || each.ticks === mark),
      );
      const seen: { entry: number; ticks: number }[] = [];
      if (step % 100 === 0) {
        queue.forEach((each, at) => seen.push({ entry: each, ticks: at }));
        expect(seen).toEqual(waiting);
      }
      const [first] = waiting;
      expect(queue.headTicks()).toBe(first?.ticks ?? 0);
      if (first !== undefined) expect(queue.head()).toBe(first.entry);
    }
    // A mark that passes all of them reaches each in order.
    for (const { entry, ticks } of naive.inOrder()) {
      expect([queue.head(), queue.headTicks()]).toEqual([entry, ticks]);
      queue.place(entry, 0);
    }
    expect([queue.head(), queue.headTicks(), queue.fires(1)]).toEqual([-1, 0, false]);
  },
);

test("PERP-11 a price beyond all prices is met by a falling mark at the largest one, by a rising mark never", () => {
  const beyond = LIMITS.maxPriceTicks + 1;
  const [rising, falling] = [new PriceQueue(true), new PriceQueue(false)];
  for (const queue of [rising, falling]) queue.place(0, beyond);
  expect([rising.ticksOf(0), falling.ticksOf(0)]).toEqual([0, LIMITS.maxPriceTicks]);
  expect([rising.fires(LIMITS.maxPriceTicks), falling.fires(LIMITS.maxPriceTicks)]).toEqual([false, true]);
});
