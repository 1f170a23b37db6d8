import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { PERIOD_MS, PERIODS } from "@candor/domain/enumerations";
import { foldBars, periodOpenMs } from "@candor/server/market/prices/kline-fold";
import type { PriceObservation } from "@candor/server/market/prices/price-source";
import { RecordedSource } from "@candor/server/market/prices/recorded-source";
import { RecordingError } from "@candor/server/market/prices/recording-error";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ManualClock } from "../support/feeds/manual-clock.ts";
import { recording } from "../support/feeds/recordings.ts";

const MINUTE = 60_000;
const E8 = 100_000_000;
const HEADER = "open_time_ms,open,high,low,close,volume";
/** Four minutes: up, down, a missing row, sideways. */
const ROWS = [
  "1600000020000,100,104,98,103,1.5",
  "1600000080000,103,103.5,101,101.25,2",
  "1600000200000,101.25,110,90,102,0.25",
];
/** The tape's four minutes start on a clock boundary of four minutes. */
const START_MS = 4 * MINUTE * 7_000_000;

let directory: string;

beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), "candor-recorded-"));
  writeFileSync(
    path.join(directory, "BTCUSDT-spot-1m-2020.csv.gz"),
    gzipSync(`${[HEADER, ...ROWS].join("\n")}\n`),
  );
  writeFileSync(path.join(directory, "BTCUSDT-spot-1h-2019.csv"), `${HEADER}\n1599998400000,1,1,1,1,1\n`);
  writeFileSync(path.join(directory, "ETHUSDT-perp-1h-2020.csv"), `${HEADER}\n1599998400000,5,8,4,6,240\n`);
  writeFileSync(path.join(directory, "README.txt"), "not a recording");
});

afterAll(() => {
  rmSync(directory, { recursive: true });
});

function replay(nowMs = START_MS, speed = 1): { source: RecordedSource; clock: ManualClock } {
  const clock = new ManualClock(nowMs);
  return { source: new RecordedSource({ directory, speed }, clock), clock };
}

function listen(source: RecordedSource, clock: ManualClock, symbol: string, ms: number): PriceObservation[] {
  const received: PriceObservation[] = [];
  source.start({
    observed: (each) => {
      if (each.symbol === symbol) received.push(each);
    },
    connectionChanged: () => {},
  });
  clock.advance(ms);
  void source.stop();
  return received;
}

const ohlc = (prices: readonly number[]): number[] => [
  prices[0] as number,
  Math.max(...prices),
  Math.min(...prices),
  prices.at(-1) as number,
];

test("FEED-06 within a bar the price walks from the open by way of both extremes to the close", () => {
  const { source, clock } = replay();
  const prices: number[] = listen(source, clock, "BTCUSDT", MINUTE - 500).map(({ priceE8 }) => priceE8);
  expect(prices).toHaveLength(120);
  expect(ohlc(prices)).toEqual([100 * E8, 104 * E8, 98 * E8, 103 * E8]);
  expect(prices.indexOf(98 * E8)).toBeLessThan(prices.indexOf(104 * E8));
  const falling: number[] = listen(...both(replay(START_MS + MINUTE)), "BTCUSDT", MINUTE - 500).map(
    ({ priceE8 }) => priceE8,
  );
  expect(ohlc(falling)).toEqual([103 * E8, 103.5 * E8, 101 * E8, 101.25 * E8]);
  expect(falling.indexOf(103.5 * E8)).toBeLessThan(falling.indexOf(101 * E8));
});

function both({ source, clock }: ReturnType<typeof replay>): [RecordedSource, ManualClock] {
  return [source, clock];
}

test("FEED-06 a recording reports its prices with current times, repeats the close of a missing row and loops at its end", () => {
  const { source, clock } = replay(START_MS + 2 * MINUTE);
  const prices = listen(source, clock, "BTCUSDT", 3 * MINUTE - 500);
  expect(prices.map(({ observedAtMs }) => observedAtMs)).toEqual(
    prices.map((_, tick) => START_MS + 2 * MINUTE + tick * 500),
  );
  const minute = (index: number) =>
    ohlc(prices.slice(index * 120, index * 120 + 120).map(({ priceE8 }) => priceE8));
  expect(minute(0)).toEqual([101.25 * E8, 101.25 * E8, 101.25 * E8, 101.25 * E8]);
  expect(minute(1)).toEqual([101.25 * E8, 110 * E8, 90 * E8, 102 * E8]);
  expect(minute(2)).toEqual([100 * E8, 104 * E8, 98 * E8, 103 * E8]);
});

test("FEED-06 at speed 60 four recorded minutes pass in four seconds, with open, extremes and close on time", () => {
  const { source, clock } = replay(START_MS, 60);
  const prices = listen(source, clock, "ETHUSDT", 59_500).map(({ priceE8 }) => priceE8);
  expect(ohlc(prices)).toEqual([5 * E8, 8 * E8, 4 * E8, 6 * E8]);
  const again = listen(...both(replay(START_MS, 60)), "BTCUSDT", 8_000).map(({ priceE8 }) => priceE8);
  expect(again.slice(0, 8)).toEqual(again.slice(8, 16));
});

test("FEED-06 a restart continues where the replay would have been", () => {
  const whole = listen(...both(replay()), "BTCUSDT", 90_000);
  expect(listen(...both(replay(START_MS + 60_000)), "BTCUSDT", 30_000)).toEqual(whole.slice(120));
});

test("FEED-06 of several recordings of a symbol the finest is replayed; other files are ignored", async () => {
  const { source } = replay();
  expect(source.symbols).toEqual(["BTCUSDT", "ETHUSDT"]);
  expect(await source.history("BTCUSDT", "1min", 1, START_MS + 1)).toMatchObject([{ openE8: 100 * E8 }]);
  expect(await source.history("LTCUSDT", "1min", 1, START_MS + 1)).toEqual([]);
});

test("FEED-06 the history is the replay before now, loop after loop, and joins the present", async () => {
  const nowMs = START_MS + 2 * MINUTE + 20_000;
  const { source, clock } = replay(nowMs);
  const minutes = await source.history("BTCUSDT", "1min", 6, nowMs);
  expect(minutes.map(({ openTimeMs }) => (openTimeMs - START_MS) / MINUTE)).toEqual([-3, -2, -1, 0, 1, 2]);
  expect(minutes.map(({ closeE8 }) => closeE8 / E8)).toEqual([101.25, 101.25, 102, 103, 101.25, 101.25]);
  expect(minutes[0]).toMatchObject({ volumeE8: 200_000_000n, quoteVolumeE8: 20_250_000_000n, trades: 0 });
  expect(listen(source, clock, "BTCUSDT", 0)[0]?.priceE8).toBe(minutes.at(-1)?.closeE8);
});

test("FEED-06 every chart of a replay is full, coarse bars are the fold of finer ones, a minute of an hour's row too", async () => {
  const nowMs = START_MS + 99 * 3_600_000 + 77_000;
  const { source } = replay(nowMs);
  for (const symbol of source.symbols)
    for (const [index, period] of PERIODS.entries()) {
      const bars = await source.history(symbol, period, 1_000, nowMs);
      expect(bars).toHaveLength(1_000);
      expect(bars.at(-1)?.openTimeMs).toBe(periodOpenMs(period, nowMs));
      const finer = PERIODS[index - 1];
      if (finer === undefined) continue;
      const count = (PERIOD_MS[period] / PERIOD_MS[finer]) * 20;
      const folded = foldBars(period, await source.history(symbol, finer, count, nowMs)).slice(1);
      const prices = (list: typeof folded) =>
        list.map(({ openE8, highE8, lowE8, closeE8 }) => [openE8, highE8, lowE8, closeE8]);
      expect(prices(bars.slice(-folded.length)), `${symbol} ${period}`).toEqual(prices(folded));
    }
});

test.each([
  ["no header", "1600000020000,1,1,1,1,1\n", "must begin with"],
  ["no rows", `${HEADER}\n`, "holds no rows"],
  ["a field too few", `${HEADER}\n1600000020000,1,1,1,1\n`, "line 2"],
  ["a word for a price", `${HEADER}\n1600000020000,1,1,1,one,1\n`, "line 2"],
  ["time that runs back", `${HEADER}\n1600000080000,1,1,1,1,1\n1600000020000,1,1,1,1,1\n`, "line 3"],
  ["time off the interval", `${HEADER}\n1600000020001,1,1,1,1,1\n`, "line 2"],
  ["a high below the close", `${HEADER}\n1600000020000,1,1,1,2,1\n`, "line 2"],
])("FEED-07 a recording with %s is rejected with its position", (_, text, problem) => {
  const broken = mkdtempSync(path.join(tmpdir(), "candor-broken-"));
  try {
    writeFileSync(path.join(broken, "BTCUSDT-spot-1m-x.csv"), text);
    const open = () => new RecordedSource({ directory: broken, speed: 1 }, new ManualClock(START_MS));
    expect(open).toThrow(RecordingError);
    expect(open).toThrow(problem);
  } finally {
    rmSync(broken, { recursive: true });
  }
});

test("FEED-07 a directory without recordings and a file that is not gzip are rejected", () => {
  const empty = mkdtempSync(path.join(tmpdir(), "candor-empty-"));
  try {
    const open = () => new RecordedSource({ directory: empty, speed: 1 }, new ManualClock(START_MS));
    expect(open).toThrow("no files named like");
    writeFileSync(path.join(empty, "BTCUSDT-spot-1m.csv.gz"), "not gzip");
    expect(open).toThrow("is not a gzip file");
  } finally {
    rmSync(empty, { recursive: true });
  }
});

const real = recording("klines");

test.skipIf(!existsSync(real.file))(
  "FEED-06 the recorded klines next to the repository are replayed, every chart full",
  async () => {
    const nowMs = Date.UTC(2026, 2, 11, 9, 17, 23);
    const source = new RecordedSource({ directory: real.file, speed: 1 }, new ManualClock(nowMs));
    expect(source.symbols).toEqual(["BCHUSDT", "BTCUSDT", "ETHUSDT", "SOLUSDT"]);
    for (const period of PERIODS)
      expect(await source.history("BTCUSDT", period, 1_000, nowMs)).toHaveLength(1_000);
  },
);
