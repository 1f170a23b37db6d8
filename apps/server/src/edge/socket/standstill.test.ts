import { expect, test } from "vitest";
import { heardAfter, Standstill } from "./standstill.ts";

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** Returns the time at which a client last heard at `heardAtMs` counts as last heard, after checks at these times. */
function countedSilenceMs(heardAtMs: number, looksMs: readonly number[]): number {
  const standstill = new Standstill(SECOND_MS, 0);
  return looksMs.reduce((known, nowMs) => heardAfter(known, standstill.look(nowMs), nowMs), heardAtMs);
}

test("SOCK-26 time while the process was suspended or the clock was set does not count as a client's silence", () => {
  // Stopped for 90 s, then with the clock set forward by a day, and back.
  expect(countedSilenceMs(500, [1_000, 92_000])).toBe(90_500);
  expect(countedSilenceMs(500, [1_000, 2_000 + DAY_MS])).toBe(500 + DAY_MS);
  expect(countedSilenceMs(500 + DAY_MS, [1_000 + DAY_MS, 2_000])).toBeLessThanOrEqual(2_000);
});

test("SOCK-26 a client's own silence still counts, and no last message is in the future", () => {
  expect(countedSilenceMs(500, [1_000, 2_000, 3_100, 4_900, 5_900])).toBe(500);
  expect(countedSilenceMs(90_000, [1_000, 92_000])).toBe(92_000);
});
