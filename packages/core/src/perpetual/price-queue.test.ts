import { LIMITS } from "@candor/protocol/limits";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import { expect, test } from "vitest";
import { PriceQueue } from "./price-queue.ts";

const STEPS = 3_000;
const ENTRIES = 200;
const PRICES = 40;

/** What waits, as a list that is sorted each time it is asked. */
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

test.each([true, false])(
  "PERP-11 positions wait for their prices nearest first, within a price first come first served (rising: %s)",
  (isRising) => {
    const random = mulberry32(20_261_122);
    const queue = new PriceQueue(isRising);
    const naive = new NaiveQueue(isRising);
    for (let step = 0; step < STEPS; step++) {
      const entry = random.below(ENTRIES);
      // Prices far apart and close together; a third of the steps takes an entry out.
      const ticks =
        random.below(3) === 0 ? 0 : 1 + random.below(PRICES) * (random.below(2) === 0 ? 1 : 1_000_000);
      queue.place(entry, ticks);
      naive.place(entry, ticks);
      const [first] = naive.inOrder();
      expect([queue.headTicks(), queue.ticksOf(entry)]).toEqual([first?.ticks ?? 0, ticks]);
      if (first !== undefined) expect(queue.head()).toBe(first.entry);
      if (step % 100 !== 0) continue;
      const seen: { entry: number; ticks: number }[] = [];
      queue.forEach((each, at) => seen.push({ entry: each, ticks: at }));
      expect(seen).toEqual(naive.inOrder());
    }
  },
);

test("PERP-11 a price beyond all prices is met by a falling mark at the largest one, by a rising mark never", () => {
  const beyond = LIMITS.maxPriceTicks + 1;
  const [rising, falling] = [new PriceQueue(true), new PriceQueue(false)];
  for (const queue of [rising, falling]) queue.place(0, beyond);
  expect([rising.ticksOf(0), falling.ticksOf(0)]).toEqual([0, LIMITS.maxPriceTicks]);
  expect([rising.fires(LIMITS.maxPriceTicks), falling.fires(LIMITS.maxPriceTicks)]).toEqual([false, true]);
});
