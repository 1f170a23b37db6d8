import type { PriceE8 } from "@candor/money/brand";
import { expect, test } from "vitest";
import { type Bar, emptyBar, priceChange } from "./kline-bar.ts";
import { KlineSeries } from "./kline-series.ts";

const MINUTE = 60_000;
const NOON = Date.UTC(2026, 0, 7, 12, 0, 0);

const change = (price: number) => ({ ...priceChange(price as PriceE8), volumeE8: 1n, trades: 1 });
const bars = (series: KlineSeries): readonly Bar[] => series.range(Number.POSITIVE_INFINITY, 10_000);
const closes = (series: KlineSeries): number[] => bars(series).map((bar) => bar.closeE8);

test("FEED-08 time opens a bar by itself, and its first trade then becomes its open, high and low", () => {
  const series = new KlineSeries("1min");
  series.change(NOON, change(100));
  series.advance(NOON + MINUTE + 5_000);
  expect(series.current).toMatchObject({ openTimeMs: NOON + MINUTE, openE8: 100, volumeE8: 0n, trades: 0 });
  series.change(NOON + MINUTE + 6_000, change(90));
  series.change(NOON + MINUTE + 7_000, change(95));
  expect(series.current).toMatchObject({ openE8: 90, highE8: 95, lowE8: 90, closeE8: 95, trades: 2 });
});

test("FEED-08 a series begins with its first trade: time by itself creates no bar", () => {
  const series = new KlineSeries("1min");
  series.advance(NOON);
  expect(series.length).toBe(0);
  expect(series.current).toBeUndefined();
});

test("FEED-08 a closed bar never changes: late trades go into the current one", () => {
  const series = new KlineSeries("1min");
  series.change(NOON, change(100));
  series.change(NOON + MINUTE, change(110));
  series.change(NOON + 30_000, change(200));
  expect(closes(series)).toEqual([100, 200]);
});

test("FEED-13 a series keeps only its newest bars", () => {
  const series = new KlineSeries("1min", 10);
  for (let minute = 0; minute < 57; minute++) series.change(NOON + minute * MINUTE, change(100 + minute));
  expect(closes(series)).toEqual([147, 148, 149, 150, 151, 152, 153, 154, 155, 156]);
  expect(series.firstOpenMs).toBe(NOON + 47 * MINUTE);
  series.advance(NOON + 10_000 * MINUTE);
  expect(series.length).toBe(10);
  expect(new Set(closes(series))).toEqual(new Set([156]));
  expect(series.current?.openTimeMs).toBe(NOON + 10_000 * MINUTE);
});

test("FEED-13 imported history precedes local trades, and supplies the open of the shared bar", () => {
  const series = new KlineSeries("5min");
  series.change(NOON + MINUTE, change(100));
  series.change(NOON + 5 * MINUTE, change(110));
  const past = (opensAtMs: number, price: number) => emptyBar(opensAtMs, price as PriceE8);
  series.prepend([past(NOON - 5 * MINUTE, 80), past(NOON, 120), past(NOON + 5 * MINUTE, 999)]);
  expect(bars(series)).toMatchObject([
    { openTimeMs: NOON - 5 * MINUTE, closeE8: 80 },
    { openTimeMs: NOON, openE8: 120, highE8: 120, lowE8: 100, closeE8: 100 },
    { openTimeMs: NOON + 5 * MINUTE, openE8: 110, highE8: 110 },
  ]);
});

test("FEED-13 bars are asked for by their end and number", () => {
  const series = new KlineSeries("1min");
  for (let minute = 0; minute < 5; minute++) series.change(NOON + minute * MINUTE, change(100 + minute));
  const asked = series.range(NOON + 3 * MINUTE, 2);
  expect(asked.map((bar) => bar.closeE8)).toEqual([101, 102]);
  expect(series.range(NOON, 5)).toEqual([]);
});
