import type { PriceE8 } from "@candor/money/brand";
import { expect, test } from "vitest";
import { type BarSpan, barsOf, closeTimeMs } from "../../market/prices/bar-span.ts";
import { type Bar, emptyBar, NO_OWN_TRADES } from "../../market/prices/kline-bar.ts";
import { foldBars, periodOpenMs } from "../../market/prices/kline-fold.ts";
import { INTERVALS, type Interval, spanOf } from "./kline-intervals.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Minute bars, about half of them empty. */
function minutes(count: number, seed: number): Bar[] {
  let state = seed;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
  const bars: Bar[] = [];
  for (let at = 0; at < count; at += 1) {
    const openTimeMs = at * MINUTE_MS;
    const previous = bars.at(-1);
    if (previous !== undefined && random(2) === 0) {
      bars.push(emptyBar(openTimeMs, previous.closeE8));
      continue;
    }
    const openE8 = (1_000 + random(500)) as PriceE8;
    const closeE8 = (1_000 + random(500)) as PriceE8;
    bars.push({
      openTimeMs,
      openE8,
      closeE8,
      highE8: (Math.max(openE8, closeE8) + random(9)) as PriceE8,
      lowE8: (Math.min(openE8, closeE8) - random(9)) as PriceE8,
      volumeE8: BigInt(1 + random(99)),
      quoteVolumeE8: BigInt(1 + random(99)),
      ...NO_OWN_TRADES,
      buyVolumeE8: BigInt(random(99)),
      buyQuoteVolumeE8: BigInt(random(99)),
      firstTradeId: 2 * bars.length + 1,
      lastTradeId: 2 * bars.length + 2,
      trades: 1 + random(5),
    });
  }
  return bars;
}

test("BIN-25 bars combined from finer ones equal those of a chart of that length", () => {
  const quarters: BarSpan = {
    period: "1min",
    parts: 15,
    openMs: (timeMs) => periodOpenMs("15min", timeMs),
    after: (openMs, count) => openMs + count * 15 * MINUTE_MS,
  };
  for (let seed = 1; seed <= 50; seed += 1) {
    const bars = minutes(100, seed);
    expect(barsOf(quarters, bars), `seed ${seed}`).toEqual(foldBars("15min", bars));
  }
  expect(barsOf(INTERVALS["3m"], minutes(7, 1)).map(({ openTimeMs }) => openTimeMs / MINUTE_MS)).toEqual([
    0, 3, 6,
  ]);
});

test("BIN-25 bars open on whole multiples of their length, and months on their first days", () => {
  const timeMs = Date.UTC(2024, 1, 29, 13, 47, 5);
  const opened = (interval: keyof typeof INTERVALS) =>
    new Date(INTERVALS[interval].openMs(timeMs)).toISOString();
  expect(opened("3m")).toBe("2024-02-29T13:45:00.000Z");
  expect(opened("2h")).toBe("2024-02-29T12:00:00.000Z");
  expect(opened("6h")).toBe("2024-02-29T12:00:00.000Z");
  expect(opened("8h")).toBe("2024-02-29T08:00:00.000Z");
  expect(opened("12h")).toBe("2024-02-29T12:00:00.000Z");
  expect(opened("1M")).toBe("2024-02-01T00:00:00.000Z");
  const month = INTERVALS["1M"];
  expect(closeTimeMs(month.openMs(timeMs), month)).toBe(Date.UTC(2024, 2) - 1);
  expect(month.after(Date.UTC(2023, 11), 2)).toBe(Date.UTC(2024, 1));
  expect(closeTimeMs(Date.UTC(2024, 1, 29, 12), INTERVALS["2h"])).toBe(
    Date.UTC(2024, 1, 29, 12) + 2 * HOUR_MS - 1,
  );
});

test("BIN-53 bars of a time zone open at its hours and are made from bars that fit into them", () => {
  const timeMs = Date.UTC(2026, 10, 25, 10, 7);
  const opened = (interval: Interval, offsetMs: number) =>
    new Date(spanOf(interval, offsetMs).openMs(timeMs)).toISOString();
  expect(spanOf("1h", 8 * HOUR_MS)).toBe(INTERVALS["1h"]);
  expect(opened("1d", 8 * HOUR_MS)).toBe("2026-11-24T16:00:00.000Z");
  expect(spanOf("1d", 8 * HOUR_MS)).toMatchObject({ period: "4hour", parts: 6 });
  expect(opened("1h", 5.75 * HOUR_MS)).toBe("2026-11-25T09:15:00.000Z");
  expect(spanOf("1h", 5.75 * HOUR_MS)).toMatchObject({ period: "15min", parts: 4 });
  // Monday in the zone.
  expect(opened("1w", -5 * HOUR_MS)).toBe("2026-11-23T05:00:00.000Z");
  expect(opened("1M", 8 * HOUR_MS)).toBe("2026-10-31T16:00:00.000Z");
  const month = spanOf("1M", 8 * HOUR_MS);
  expect(new Date(month.after(month.openMs(timeMs), 1)).toISOString()).toBe("2026-11-30T16:00:00.000Z");
});
