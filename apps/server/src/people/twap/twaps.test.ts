import { describe, expect, test } from "vitest";
import type { Twap } from "./twap-state.ts";
import { TwapState } from "./twap-state.ts";
import { sliceLots } from "./twaps.ts";

const TWAP: Twap = {
  twapId: 1,
  userId: 7,
  product: "spot",
  symbol: "BTCUSDT",
  side: "buy",
  quantityLots: 100,
  limitTicks: 0,
  reduceOnly: false,
  intervalMs: 60_000,
  slices: 7,
  key: "",
  startedAtMs: 0,
  nextSlice: 0,
  sentLots: 0,
  executedLots: 0,
  executedUnits: 0,
  status: "running",
  reason: null,
  endedAtMs: 0,
};

describe("TWAP-01 the slices of a TWAP", () => {
  test("TWAP-01 add up to the quantity, and differ by one lot", () => {
    for (const quantityLots of [7, 8, 99, 100, 101, 12_345]) {
      const sizes: number[] = [];
      let executedLots = 0;
      for (let nextSlice = 0; nextSlice < TWAP.slices; nextSlice++) {
        const lots = sliceLots({ ...TWAP, quantityLots, executedLots, nextSlice });
        sizes.push(lots);
        executedLots += lots;
      }
      expect(executedLots).toBe(quantityLots);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }
  });

  test("TWAP-01 what a slice did not execute is spread over the rest, within twice the even share", () => {
    expect(sliceLots({ ...TWAP, nextSlice: 1 })).toBe(17);
    expect(sliceLots({ ...TWAP, nextSlice: 5 })).toBe(30);
    expect(sliceLots({ ...TWAP, nextSlice: 6 })).toBe(30);
    expect(sliceLots({ ...TWAP, nextSlice: 6, executedLots: 90 })).toBe(10);
  });

  test("TWAP-01 the state keeps running TWAPs and the last 20 ended ones of a user, until it forgets the user", () => {
    const state = new TwapState();
    for (let twapId = 1; twapId <= 30; twapId++)
      state.apply({ ...TWAP, twapId, status: twapId === 3 ? "running" : "finished" });
    expect(state.of(7).map(({ twapId }) => twapId)).toEqual([
      3,
      ...Array.from({ length: 20 }, (_, at) => 11 + at),
    ]);
    const copy = new TwapState();
    for (const record of state.dump()) copy.apply(record);
    expect([copy.of(7), copy.lastId]).toEqual([state.of(7), 30]);
    state.apply({ forgottenUserId: 7 });
    expect([state.of(7), [...state.running]]).toEqual([[], []]);
  });
});
