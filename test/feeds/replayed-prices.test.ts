import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Period } from "@candor/domain/enumerations";
import { newSharedTime } from "@candor/server/engine/runtime/shared-time";
import { ManualClock } from "@candor/server/market/prices/manual-clock";
import type { PriceObservation } from "@candor/server/market/prices/price-source";
import { scanRecording } from "@candor/server/market/prices/recording";
import { ReplayPace } from "@candor/server/market/prices/replay-pace";
import { ReplayedSource } from "@candor/server/market/prices/replayed-source";
import { afterAll, beforeAll, expect, test } from "vitest";

const MINUTE = 60_000;
/** Midnight, UTC. */
const T = 1_723_161_600_000;
const END = T + 4 * MINUTE;
const E8 = 1e8;

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), "candor-replay-"));
  const klines = [
    [T, 100, 104, 98, 103, 1.5],
    [T + MINUTE, 103, 103.5, 101, 101.25, 2],
    [T + 3 * MINUTE, 101.25, 110, 90, 102, 0.25],
  ];
  const trades = [
    [1, "5", "2", "10", T + 1_000],
    [2, "6", "1", "6", T + 1_100],
    [3, "7", "1", "7", T + 1_200],
    [4, "5.5", "1", "5.5", T + 2 * MINUTE + 500],
  ];
  writeFileSync(path.join(directory, "BTCUSDT-spot-1m-x.csv"), klines.join("\n"));
  writeFileSync(
    path.join(directory, "ETHUSDT-trades-x.csv"),
    trades.map((row) => `${row.join()},true,true`).join("\n"),
  );
});
afterAll(() => rmSync(directory, { recursive: true }));

async function replay(nowMs: number, endMs?: number) {
  const recording = await scanRecording(directory, new Set(["BTCUSDT", "ETHUSDT"]));
  const clock = new ManualClock(newSharedTime(), nowMs, endMs);
  const source = new ReplayedSource(recording, clock);
  const received: PriceObservation[] = [];
  const states: string[] = [];
  const start = () =>
    source.start({
      observed: (each) => received.push(each),
      connectionChanged: (state, detail) => states.push(`${state}: ${detail}`),
    });
  const pricesOf = (symbol: string) =>
    received
      .filter((each) => each.symbol === symbol)
      .map(({ observedAtMs, priceE8 }) => [observedAtMs - T, priceE8 / E8]);
  return { clock, source, start, states, pricesOf };
}

test("RPL-03 prices come in recorded time: a bar walks through its extremes, a trade counts until the next one", async () => {
  const { clock, source, start, states, pricesOf } = await replay(T);
  await start();
  expect(pricesOf("BTCUSDT")).toEqual([[0, 100]]);
  await clock.advance(4 * MINUTE);
  const prices = pricesOf("BTCUSDT");
  // Four a second, the last one at the end of the last bar, once for the tick and once for the end.
  expect(prices).toHaveLength(4 * 240 + 2);
  expect(prices.map(([at]) => at)).toEqual(
    [...prices.keys()].map((tick) => Math.min(tick * 250, 4 * MINUTE)),
  );
  const minute = (index: number) => {
    const walked = prices.slice(index * 240, index * 240 + 240).map(([, price]) => price ?? 0);
    return [walked[0], Math.max(...walked), Math.min(...walked), walked.at(-1)];
  };
  expect([0, 1, 2, 3].map(minute)).toEqual([
    [100, 104, 98, 103],
    [103, 103.5, 101, 101.25],
    // A missing bar repeats the close before it.
    [101.25, 101.25, 101.25, 101.25],
    [101.25, 110, 90, 102],
  ]);
  const changes = pricesOf("ETHUSDT").filter(([, price], index, all) => price !== all[index - 1]?.[1]);
  // Of the trades between two ticks the last one counts.
  expect(changes).toEqual([
    [1_000, 5],
    [1_250, 7],
    [2 * MINUTE + 500, 5.5],
  ]);
  // It is silent before its first trade and after its last one.
  expect(pricesOf("ETHUSDT").at(-1)).toEqual([2 * MINUTE + 500, 5.5]);
  await source.stop();
  expect(states).toEqual([
    "connected: the recording from 2024-08-09T00:00:00Z to 2024-08-09T00:04:00Z is replayed",
    "connected: the recording ended at 2024-08-09T00:04:00Z; time stands still",
    "stopped: ",
  ]);
});

test("RPL-03 a restart continues in the middle, and after the end there are no prices", async () => {
  const middle = await replay(T + 2 * MINUTE + 400);
  await middle.start();
  expect([middle.pricesOf("BTCUSDT"), middle.pricesOf("ETHUSDT")]).toEqual([
    [[2 * MINUTE + 400, 101.25]],
    [[2 * MINUTE + 400, 7]],
  ]);
  await middle.source.stop();
  const late = await replay(END + 1);
  await late.start();
  expect(late.pricesOf("BTCUSDT")).toEqual([]);
  expect(late.states).toEqual(["connected: the recording ended at 2024-08-09T00:04:00Z; time stands still"]);
  await late.source.stop();
});

test("RPL-03 charts have the recording before the start, and nothing of the bar that is still open", async () => {
  const nowMs = T + 3 * MINUTE + 30_000;
  const { source } = await replay(nowMs);
  const bars = async (symbol: string, period: Period, limit = 10) =>
    (await source.history(symbol, period, limit, nowMs)).map((bar) => [
      bar.openTimeMs - T,
      ...[bar.openE8, bar.highE8, bar.lowE8, bar.closeE8, Number(bar.volumeE8)].map((value) => value / E8),
    ]);
  expect(await bars("BTCUSDT", "1min")).toEqual([
    [0, 100, 104, 98, 103, 1.5],
    [MINUTE, 103, 103.5, 101, 101.25, 2],
    [2 * MINUTE, 101.25, 101.25, 101.25, 101.25, 0],
    [3 * MINUTE, 101.25, 101.25, 101.25, 101.25, 0],
  ]);
  expect(await bars("BTCUSDT", "1min", 2)).toHaveLength(2);
  expect(await bars("BTCUSDT", "60min")).toEqual([[0, 100, 104, 98, 101.25, 3.5]]);
  expect(await bars("ETHUSDT", "1min")).toEqual([
    [0, 5, 7, 5, 7, 4],
    [MINUTE, 7, 7, 7, 7, 0],
    [2 * MINUTE, 5.5, 5.5, 5.5, 5.5, 1],
    [3 * MINUTE, 5.5, 5.5, 5.5, 5.5, 0],
  ]);
  expect(await bars("LTCUSDT", "1min")).toEqual([]);
});

test("RPL-04 a clock with an end stands still there", async () => {
  const clock = new ManualClock(newSharedTime(), T, T + 1_500);
  const times: number[] = [];
  clock.every(1_000, () => times.push(clock.nowMs() - T));
  expect(await clock.advance(1_000)).toBe(T + 1_000);
  expect(await clock.advance(10_000)).toBe(T + 1_500);
  expect(await clock.advance(10_000)).toBe(T + 1_500);
  expect(times).toEqual([1_000]);
  const late = new ManualClock(newSharedTime(), T, T - 1);
  expect(await late.advance(5)).toBe(T);
});

test("RPL-04 who asks while time passes gets an answer between two moves", async () => {
  const clock = new ManualClock(newSharedTime(), T);
  const done: string[] = [];
  clock.every(1_000, async () => {
    await setImmediate();
    done.push("timer");
  });
  const asked = () => Promise.resolve(done.push("asked"));
  await Promise.all([clock.advance(1_000), clock.whileStill(asked), clock.advance(1_000)]);
  expect(done).toEqual(["timer", "asked", "timer"]);
});

test("RPL-04 time passes at most at the speed that is wanted, in whole steps, and does not catch up after a pause", async () => {
  let realMs = 0;
  const moves: (readonly [number, number])[] = [];
  const clock = {
    advance: (advanceMs: number, stepMs = 0) => {
      moves.push([advanceMs, stepMs]);
      return Promise.resolve(0);
    },
  };
  const fail = (error: Error): void => {
    throw error;
  };
  const sum = () => moves.splice(0).reduce((total, [advanceMs]) => total + advanceMs, 0);
  const free = new ReplayPace(clock, { speed: 60, stepMs: 0 }, fail, () => realMs);
  free.start();
  realMs += 100.5;
  await free.move();
  expect(moves.every(([, stepMs]) => stepMs === 0)).toBe(true);
  expect(sum()).toBe(6_030);
  realMs += 3_600_000;
  await free.move();
  expect(sum()).toBe(60_000);
  await free.stop();
  realMs += 1_000;
  await free.move();
  expect(moves).toEqual([]);

  const stepped = new ReplayPace(clock, { speed: 10, stepMs: 700 }, fail, () => realMs);
  stepped.start();
  realMs += 100;
  await stepped.move();
  expect(moves.splice(0)).toEqual([[700, 700]]);
  realMs += 100;
  await stepped.move();
  expect(moves.splice(0)).toEqual([[700, 700]]);
  // 600 ms were left.
  realMs += 10;
  await stepped.move();
  expect(moves.splice(0)).toEqual([[700, 700]]);
  await stepped.stop();
});

test("RPL-04 a failure of the clock is reported", async () => {
  const failures: Error[] = [];
  const clock = { advance: () => Promise.reject(new Error("the engine is down")) };
  let realMs = 0;
  const pace = new ReplayPace(
    clock,
    { speed: 1, stepMs: 0 },
    (error) => failures.push(error),
    () => realMs,
  );
  pace.start();
  realMs = 50;
  await pace.move();
  await pace.stop();
  expect(failures.map(({ message }) => message)).toEqual(["the engine is down"]);
});
