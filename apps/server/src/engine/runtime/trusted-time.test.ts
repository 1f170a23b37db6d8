import { expect, test } from "vitest";
import { newSharedTime, TimePublisher, TimeReader } from "./shared-time.ts";
import {
  type JournaledTime,
  SANDBOX_ACCEPTS_AFTER_MS,
  type TimeSettings,
  TrustedTime,
} from "./trusted-time.ts";

const START_MS = 1_700_000_000_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
const LIVE: TimeSettings = { acceptsAfterMs: undefined, maxDowntimeMs: 7 * DAY_MS };
const SANDBOX: TimeSettings = { ...LIVE, acceptsAfterMs: SANDBOX_ACCEPTS_AFTER_MS };

function clockOf(journaled: Partial<JournaledTime> = {}, settings = LIVE) {
  const clocks = { wallMs: START_MS, elapsedMs: 5_000.25 };
  const time = new TrustedTime(
    { lastMs: 0, isHeld: false, deviationMs: 0, ...journaled },
    settings,
    () => clocks.wallMs,
    () => clocks.elapsedMs,
  );
  /** @returns the exchange's time and mode after `ms`, while the clock moved by `wallMs` */
  const pass = (ms: number, wallMs = ms): readonly [number, string] => {
    clocks.elapsedMs += ms;
    clocks.wallMs += wallMs;
    return [time.nowMs() - START_MS, time.state.mode];
  };
  return { time, clocks, pass };
}

test("TIME-01 the exchange's time is the system's clock, never ahead of it, regardless of waits between readings", () => {
  let wallMs = START_MS;
  let elapsedMs = 0;
  // Each reading is delayed as on a busy machine, before or after it.
  const waits = [0, 168, 3, 50, 0, 1];
  let reading = 0;
  const wait = (): void => {
    const ms = waits[reading++ % waits.length] as number;
    wallMs += ms;
    elapsedMs += ms;
  };
  const time = new TrustedTime(
    { lastMs: 0, isHeld: false, deviationMs: 0 },
    LIVE,
    () => {
      wait();
      return wallMs;
    },
    () => {
      wait();
      return elapsedMs;
    },
  );
  for (let i = 0; i < 1_000; i++) {
    const before = wallMs;
    const nowMs = time.nowMs();
    expect(nowMs).toBeGreaterThanOrEqual(before);
    expect(nowMs).toBeLessThanOrEqual(wallMs);
  }
});

test("TIME-01 on this busy machine engine time is never ahead of the clock and within 2 ms of it when read", () => {
  const time = new TrustedTime({ lastMs: 0, isHeld: false, deviationMs: 0 }, LIVE);
  for (let i = 0; i < 20_000; i++) {
    const before = Date.now();
    const nowMs = time.nowMs();
    const after = Date.now();
    expect(nowMs).toBeLessThanOrEqual(after);
    expect(nowMs).toBeGreaterThanOrEqual(before - 2);
  }
});

test("TIME-02 a clock set forward by more than a minute is held: time stops, and resumes where it would be once the clock returns", () => {
  const { pass } = clockOf();
  expect(pass(SECOND_MS)).toEqual([1_000, "in-step"]);
  expect(pass(SECOND_MS, YEAR_MS)).toEqual([1_000, "held"]);
  expect(pass(6 * SECOND_MS)).toEqual([1_000, "held"]);
  expect(pass(SECOND_MS, 2 * SECOND_MS - YEAR_MS)).toEqual([9_000, "in-step"]);
  expect(pass(SECOND_MS)).toEqual([10_000, "in-step"]);
});

test("TIME-02 a clock set back by more than a minute is held, and followed again once it returns", () => {
  const { pass } = clockOf();
  pass(SECOND_MS);
  expect(pass(SECOND_MS, -HOUR_MS)).toEqual([1_000, "held"]);
  expect(pass(10 * MINUTE_MS)).toEqual([1_000, "held"]);
  expect(pass(SECOND_MS, 2 * SECOND_MS + HOUR_MS)).toEqual([10 * MINUTE_MS + 3_000, "in-step"]);
});

test("TIME-02 small steps within an hour that exceed a minute together are a jump; a slightly fast clock is not", () => {
  const small = clockOf();
  expect(small.pass(SECOND_MS, 40 * SECOND_MS)[1]).toBe("in-step");
  expect(small.pass(SECOND_MS, 40 * SECOND_MS)).toEqual([40_000, "held"]);
  const drifting = clockOf();
  for (let hour = 0; hour < 48; hour++) {
    const [, mode] = drifting.pass(HOUR_MS, HOUR_MS + 30 * SECOND_MS);
    expect(mode).toBe("in-step");
  }
});

test("TIME-02 set back by less than a minute, time runs at half its pace until the clock has caught up", () => {
  const { pass } = clockOf();
  pass(30 * SECOND_MS);
  expect(pass(0, -10 * SECOND_MS)).toEqual([30_000, "in-step"]);
  for (let second = 1; second < 19; second++) expect(pass(SECOND_MS)[0]).toBe(30_000 + second * 500);
  expect(pass(SECOND_MS)).toEqual([39_000, "in-step"]);
  expect(pass(SECOND_MS)).toEqual([40_000, "in-step"]);
  expect(pass(SECOND_MS)).toEqual([41_000, "in-step"]);
});

test("TIME-03 an accepted forward jump is followed at once; only the observed jump can be accepted", () => {
  const { time, clocks, pass } = clockOf();
  pass(SECOND_MS, HOUR_MS);
  const { deviationMs } = time.state;
  clocks.wallMs += DAY_MS;
  expect(time.accept(deviationMs)).toBe(false);
  expect(time.state.mode).toBe("held");
  clocks.wallMs -= DAY_MS;
  expect(time.accept(deviationMs)).toBe(true);
  expect(pass(0)).toEqual([HOUR_MS, "in-step"]);
  expect(time.accept(deviationMs)).toBe(false);
});

test("TIME-03 accepted behind, time continues at its own pace, never back, and joins the clock once that is corrected", () => {
  const { time, pass } = clockOf();
  pass(SECOND_MS);
  pass(SECOND_MS, -HOUR_MS);
  expect(time.accept(time.state.deviationMs)).toBe(true);
  expect(pass(0)).toEqual([2_000, "ahead"]);
  // A day later: time passing is not a new jump.
  for (let hour = 0; hour < 24; hour++) pass(HOUR_MS);
  expect(pass(SECOND_MS)).toEqual([DAY_MS + 3_000, "ahead"]);
  expect(pass(SECOND_MS, DAY_MS)[1]).toBe("held");
  expect(pass(SECOND_MS, 2 * SECOND_MS - DAY_MS)).toEqual([DAY_MS + 5_000, "ahead"]);
  const [nowMs, mode] = pass(SECOND_MS, 2 * SECOND_MS + HOUR_MS);
  expect(mode).toBe("in-step");
  expect(nowMs).toBe(DAY_MS + 6_000);
});

test("TIME-04 a start after an hour or six days follows the clock; in front of a journal that is ahead, or after a week, it is held", () => {
  const started = (ms: number, settings = LIVE) =>
    clockOf({ lastMs: START_MS + ms }, settings).pass(SECOND_MS);
  expect(started(-HOUR_MS)).toEqual([1_000, "in-step"]);
  expect(started(-6 * DAY_MS)).toEqual([1_000, "in-step"]);
  expect(started(30 * SECOND_MS)).toEqual([30_500, "in-step"]);
  expect(started(YEAR_MS)).toEqual([YEAR_MS, "held"]);
  expect(started(-8 * DAY_MS)).toEqual([-8 * DAY_MS, "held"]);
});

test("TIME-04 a jump that is held stays held over a restart; one that was accepted stays accepted", () => {
  const held = clockOf({ lastMs: START_MS - HOUR_MS, isHeld: true, deviationMs: HOUR_MS });
  expect(held.pass(SECOND_MS)).toEqual([-HOUR_MS, "held"]);
  expect(held.time.accept(held.time.state.deviationMs)).toBe(true);
  expect(held.pass(0)).toEqual([1_000, "in-step"]);
  const returned = clockOf({ lastMs: START_MS - SECOND_MS, isHeld: true, deviationMs: HOUR_MS });
  expect(returned.pass(0)).toEqual([0, "in-step"]);
  // The journal is a year ahead, which was accepted; the server was down for a minute.
  const ahead = clockOf({ lastMs: START_MS + YEAR_MS - MINUTE_MS, deviationMs: -YEAR_MS });
  expect(ahead.pass(SECOND_MS)).toEqual([YEAR_MS + SECOND_MS, "ahead"]);
});

test("TIME-05 a sandbox itself accepts a jump that persists for a minute, and no earlier; a live exchange never does", () => {
  const { pass } = clockOf({}, SANDBOX);
  pass(SECOND_MS);
  expect(pass(SECOND_MS, 8 * HOUR_MS)[1]).toBe("held");
  expect(pass(59 * SECOND_MS)[1]).toBe("held");
  expect(pass(SECOND_MS)).toEqual([8 * HOUR_MS + 61_000, "in-step"]);
  const wavering = clockOf({}, SANDBOX);
  wavering.pass(SECOND_MS, HOUR_MS);
  for (let i = 0; i < 10; i++) {
    expect(wavering.pass(40 * SECOND_MS)[1]).toBe("held");
    expect(wavering.pass(SECOND_MS, 10 * SECOND_MS)[1]).toBe("held");
  }
  const live = clockOf();
  live.pass(SECOND_MS, HOUR_MS);
  expect(live.pass(HOUR_MS)[1]).toBe("held");
});

test("TIME-06 every thread reads the same time: the exchange's time stops while the clock is held, people's time continues", () => {
  const memory = newSharedTime();
  let wallMs = START_MS;
  const reader = new TimeReader(memory, () => wallMs);
  expect([reader.nowMs(), reader.view.isHeld]).toEqual([START_MS, false]);
  const { time, pass } = clockOf();
  const publisher = new TimePublisher(memory);
  publisher.publish(time.nowMs(), time.state);
  expect(reader.nowMs()).toBe(START_MS);
  // The clock jumps before the engine has checked it: no reader goes further than a minute.
  wallMs += YEAR_MS;
  expect(reader.nowMs()).toBeLessThan(START_MS + 2 * MINUTE_MS);
  pass(0, YEAR_MS);
  publisher.publish(time.nowMs(), time.state);
  expect(reader.view).toEqual({ isHeld: true, isAhead: false, deviationMs: YEAR_MS });
  expect(reader.exchangeMs()).toBe(START_MS);
  expect(reader.nowMs()).toBeLessThan(START_MS + MINUTE_MS);
  time.accept(YEAR_MS);
  publisher.publish(time.nowMs(), time.state);
  expect([reader.nowMs(), reader.exchangeMs()]).toEqual([wallMs, wallMs]);
});
