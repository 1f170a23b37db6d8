import { existsSync } from "node:fs";
import type { Bar } from "@candor/server/market/prices/kline-bar";
import { KlineSeries } from "@candor/server/market/prices/kline-series";
import type { PriceTape } from "@candor/server/market/prices/price-tape";
import { readRecording } from "@candor/server/market/prices/recorded-file";
import { expect, test } from "vitest";
import { recording } from "../support/feeds/recordings.ts";

const MINUTE = 60_000;
const HOUR = 3_600_000;

const spotHours = recording("klines/BTCUSDT-spot-1h-2021-04_2026-04.csv.gz");
const spotFiveMinutes = recording("klines/BTCUSDT-spot-5m-2022-10-25_2022-12-01-FTX.csv.gz");
const perpMinutes = recording("klines/BTCUSDT-perp-1m-2025-05_2025-06.csv.gz");
const compared =
  !existsSync(spotHours.file) || !existsSync(spotFiveMinutes.file) || !existsSync(perpMinutes.file);

/** Returns the hours built from a tape's rows, without incomplete hours at the ends. */
function hoursOf(tape: PriceTape): Bar[] {
  const series = new KlineSeries("60min", tape.length);
  for (let row = 0; row < tape.length; row++) {
    const bar = tape.row(row);
    series.change(bar.openTimeMs, bar);
  }
  const firstMs = tape.row(0).openTimeMs;
  const endMs = tape.row(tape.length - 1).openTimeMs + tape.intervalMs;
  return series
    .range(Number.POSITIVE_INFINITY, tape.length)
    .filter((bar) => bar.openTimeMs >= firstMs && bar.openTimeMs + HOUR <= endMs);
}

function rowAt(tape: PriceTape, openTimeMs: number): Bar {
  return tape.row((openTimeMs - tape.row(0).openTimeMs) / tape.intervalMs);
}

const prices = (bar: Bar): readonly number[] => [bar.openE8, bar.highE8, bar.lowE8, bar.closeE8];

test.skipIf(compared)(
  "FEED-02 hours folded from the recorded five minutes of the same market equal the recorded hours, prices and volume, all 888",
  () => {
    const hours = readRecording(spotHours.file, HOUR);
    const folded = hoursOf(readRecording(spotFiveMinutes.file, 5 * MINUTE));
    expect(folded).toHaveLength(888);
    for (const bar of folded) {
      const recorded = rowAt(hours, bar.openTimeMs);
      expect(prices(bar)).toEqual(prices(recorded));
      expect(bar.volumeE8).toBe(recorded.volumeE8);
    }
  },
);

test.skipIf(compared)(
  "FEED-02 hours folded from recorded minutes follow the recorded hours of the spot market within the basis",
  () => {
    // The minutes are from the perpetual, so prices are not equal; check only that hours are aligned.
    const hours = readRecording(spotHours.file, HOUR);
    const folded = hoursOf(readRecording(perpMinutes.file, MINUTE));
    expect(folded.length).toBeGreaterThan(700);
    for (const bar of folded) {
      const recorded = rowAt(hours, bar.openTimeMs);
      for (const [index, price] of prices(bar).entries())
        expect(Math.abs(price / (prices(recorded)[index] as number) - 1)).toBeLessThan(0.003);
    }
  },
);

test.skipIf(!existsSync(perpMinutes.file))(
  "FEED-02 the tape's own folds of recorded minutes equal the chart's, in every hour",
  () => {
    const tape = readRecording(perpMinutes.file, MINUTE);
    for (const bar of hoursOf(tape)) {
      const from = (bar.openTimeMs - tape.row(0).openTimeMs) / MINUTE;
      expect({ ...tape.fold(from, from + 60), openTimeMs: bar.openTimeMs }).toEqual(bar);
    }
  },
);
