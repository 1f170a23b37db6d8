import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ServerClock } from "./server-clock.ts";

const START_MS = 1_767_225_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: START_MS });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Simulates a request with the given travel times to a server whose clock is `aheadMs` ahead of this device. */
function ask(clock: ServerClock, aheadMs: number, wayMs: number, backMs = wayMs): void {
  const requestedAtMs = Date.now();
  vi.advanceTimersByTime(wayMs);
  const serverTimeMs = Date.now() + aheadMs;
  vi.advanceTimersByTime(backMs);
  clock.measure(requestedAtMs, serverTimeMs);
}
const aheadOf = (clock: ServerClock): number => clock.now() - Date.now();

test("DATA-22 a device whose clock is wrong counts down by the server's", () => {
  const clock = new ServerClock();
  expect(aheadOf(clock)).toBe(0);
  ask(clock, -3_600_000, 40);
  expect(aheadOf(clock)).toBe(-3_600_000);
});

test("DATA-22 a moment is one of whole milliseconds, also after a round trip of an odd number of them", () => {
  const clock = new ServerClock();
  ask(clock, 0, 2, 3);
  expect(clock.now()).toSatisfy(Number.isInteger);
});

test("DATA-22 the shortest round trip counts, and a slow one that agrees changes nothing", () => {
  const clock = new ServerClock();
  ask(clock, 5_000, 400, 600);
  expect(aheadOf(clock)).toBe(4_900);
  ask(clock, 5_000, 20);
  expect(aheadOf(clock)).toBe(5_000);
  ask(clock, 5_000, 100, 900);
  expect(aheadOf(clock)).toBe(5_000);
});

test("DATA-22 an answer that contradicts the others is believed: a clock was set", () => {
  const clock = new ServerClock();
  ask(clock, 0, 5);
  ask(clock, 90_000, 50);
  expect(aheadOf(clock)).toBe(90_000);
  const requestedAtMs = Date.now();
  vi.setSystemTime(requestedAtMs - 60_000);
  clock.measure(requestedAtMs, requestedAtMs + 90_000);
  expect(aheadOf(clock)).toBe(90_000);
});
