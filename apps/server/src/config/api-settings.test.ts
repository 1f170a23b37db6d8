import { expect, test } from "vitest";
import { API_LIMITS, readApiSettings } from "./api-settings.ts";

test("the API for Binance clients is strict and has Binance's limits by default", () => {
  expect(readApiSettings({})).toEqual({ reading: "strict", revision: "2026", limits: API_LIMITS });
  expect(readApiSettings({ CANDOR_BINANCE: "", CANDOR_API_LIMITS: "" }).limits.weight).toBe(6_000);
});

test("each limit can be set by its name", () => {
  const { limits, reading } = readApiSettings({
    CANDOR_BINANCE: "easy",
    CANDOR_API_LIMITS: "weight:60000,futures-minute:7",
  });
  expect(reading).toBe("easy");
  expect(limits).toEqual({ ...API_LIMITS, weight: 60_000, "futures-minute": 7 });
});

test("wrong settings name their variable", () => {
  expect(() => readApiSettings({ CANDOR_BINANCE: "lax" })).toThrow("CANDOR_BINANCE");
  expect(readApiSettings({ CANDOR_BINANCE_API: "2025" }).revision).toBe("2025");
  expect(() => readApiSettings({ CANDOR_BINANCE_API: "2024" })).toThrow("CANDOR_BINANCE_API");
  for (const text of ["weight", "weight:0", "weight:-1", "speed:1", "weight:1,", "weight:1e3", "toString:1"])
    expect(() => readApiSettings({ CANDOR_API_LIMITS: text }), text).toThrow("CANDOR_API_LIMITS");
});
