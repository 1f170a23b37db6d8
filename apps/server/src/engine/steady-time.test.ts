import { expect, test } from "vitest";
import { SteadyTime } from "./steady-time.ts";

const START_MS = 1_700_000_000_000;
const HOUR_MS = 3_600_000;

function time(notBeforeMs = 0) {
  const clocks = { wallMs: START_MS, elapsedMs: 5_000.25 };
  const steady = new SteadyTime(
    notBeforeMs,
    () => clocks.wallMs,
    () => clocks.elapsedMs,
  );
  const pass = (ms: number, wallMs = ms): number => {
    clocks.elapsedMs += ms;
    clocks.wallMs += wallMs;
    return steady.nowMs() - START_MS;
  };
  return { steady, pass };
}

test("ENG-13 the exchange's time is the system's, and follows it forward over a suspended machine", () => {
  const { steady, pass } = time();
  expect(steady.nowMs()).toBe(START_MS);
  expect([pass(1_000), pass(250), pass(10, HOUR_MS)]).toEqual([1_000, 1_250, HOUR_MS + 1_250]);
});

test("ENG-13 it goes on at its own pace while the system's clock is set back, and joins it when it has caught up", () => {
  const { pass } = time();
  expect(pass(1_000)).toBe(1_000);
  expect([pass(500, -HOUR_MS), pass(500), pass(0.5, 0), pass(0.5, 1)]).toEqual([1_500, 2_000, 2_000, 2_001]);
  expect(pass(1_000, HOUR_MS + 10_000)).toBe(500 + 1 + HOUR_MS + 10_000 + 1_000 - HOUR_MS);
});

test("ENG-13 after a restart it goes on from where the journal was, though the system's clock is behind", () => {
  const { steady, pass } = time(START_MS + HOUR_MS);
  expect([pass(0), pass(2_000)]).toEqual([HOUR_MS, HOUR_MS + 2_000]);
  steady.notBefore(START_MS + 2 * HOUR_MS);
  expect(pass(1_000)).toBe(2 * HOUR_MS + 1_000);
});
