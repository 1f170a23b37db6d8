import { beforeEach, expect, test, vi } from "vitest";

const KEY = "candor-chart";
const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.resetModules();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  });
});

/** Loads the settings as on a fresh page. */
async function loaded() {
  vi.resetModules();
  return (await import("./chart-settings.ts")).useChartSettings;
}

test("WEB-101 interval, kind and indicators of the chart are the same after a reload", async () => {
  const before = (await loaded()).getState();
  before.setPeriod("4hour");
  before.setKind("area");
  before.toggle("MACD");
  before.toggle("MA");
  const { period, kind, indicators } = (await loaded()).getState();
  expect({ period, kind, indicators }).toEqual({
    period: "4hour",
    kind: "area",
    indicators: ["VOL", "MACD"],
  });
});

test("WEB-101 choices that this app does not know, and damaged ones, are left out", async () => {
  const state = { period: "7min", kind: "renko", scale: "cubic", indicators: ["MA", "ICHIMOKU", 5] };
  kept.set(KEY, JSON.stringify({ version: 1, state }));
  const { period, kind, indicators } = (await loaded()).getState();
  expect({ period, kind, indicators }).toEqual({ period: "15min", kind: "candle_solid", indicators: ["MA"] });
  for (const damaged of ["{", "null", "5", '{"version":1,"state":null}']) {
    kept.set(KEY, damaged);
    expect((await loaded()).getState().period).toBe("15min");
  }
});
