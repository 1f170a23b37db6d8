import { expect, test } from "vitest";
import { newSharedTime } from "../../engine/runtime/shared-time.ts";
import { ExchangeClock } from "./clock.ts";
import { ManualClock } from "./manual-clock.ts";

function clockAt(startMs: number): { clock: ManualClock; said: string[]; say: (word: string) => () => void } {
  const clock = new ManualClock(newSharedTime(), startMs);
  const said: string[] = [];
  return { clock, said, say: (word) => () => void said.push(`${word} ${clock.nowMs()}`) };
}

test("RIG-02 time stands still until it is advanced, and all threads see it", async () => {
  const memory = newSharedTime();
  const clock = new ManualClock(memory, 5_000);
  const elsewhere = new ExchangeClock(memory);
  expect(elsewhere.nowMs()).toBe(5_000);
  expect(await clock.advance(250)).toBe(5_250);
  expect([clock.nowMs(), elsewhere.nowMs(), elsewhere.time.exchangeMs()]).toEqual([5_250, 5_250, 5_250]);
  expect(elsewhere.time.view.isHeld).toBe(false);
});

test("RIG-02 timers are called when they are due, in order; at one time, the first set comes first", async () => {
  const { clock, said, say } = clockAt(1_000);
  clock.every(100, say("a"));
  clock.after(200, say("b"));
  clock.every(200, say("c")).cancel();
  await clock.advance(99);
  expect(said).toEqual([]);
  await clock.advance(201);
  expect(said).toEqual(["a 1100", "a 1200", "b 1200", "a 1300"]);
});

test("RIG-02 each call is finished before time goes on, with all that it has begun", async () => {
  const { clock, said, say } = clockAt(1_000);
  let begun = 0;
  clock.settled = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    begun = 0;
  };
  clock.after(10, async () => {
    begun++;
    await new Promise((resolve) => setTimeout(resolve, 5));
    clock.after(5, say("later"));
    say("done")();
  });
  clock.after(12, () => expect(begun).toBe(0));
  await Promise.all([clock.advance(11), clock.advance(10)]);
  expect(said).toEqual(["done 1010", "later 1015"]);
  expect(clock.nowMs()).toBe(1_021);
});

test("RIG-02 with a step, what falls due in between happens at the next stop, once", async () => {
  const { clock, said, say } = clockAt(1_000);
  clock.every(100, say("a"));
  clock.after(150, say("b"));
  await clock.advance(1_200, 500);
  expect(said).toEqual(["a 1500", "b 1500", "a 2000", "a 2200"]);
});
