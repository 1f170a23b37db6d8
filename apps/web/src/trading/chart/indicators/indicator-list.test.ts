import { expect, test } from "vitest";
import { INDICATOR_TERMS, type Indicator, legendRows, OVERLAYS, PANES } from "./indicator-list.ts";
import { barsAhead, isAllowed, readSetup, usualSetup } from "./indicator-setup.ts";

test("CHART-14 indicators over the price have colors of their own, and every usual setup is allowed", () => {
  const seen = new Map<string, Indicator>();
  for (const name of OVERLAYS) {
    for (const color of new Set(usualSetup(name).colors)) {
      expect(seen.get(color), `${name} and ${seen.get(color)} are both ${color}`).toBeUndefined();
      seen.set(color, name);
    }
  }
  for (const name of [...OVERLAYS, ...PANES]) {
    const { params } = INDICATOR_TERMS[name];
    for (const terms of params) expect(isAllowed(terms.usual, terms), name).toBe(true);
    expect(readSetup(name, usualSetup(name))).toEqual(usualSetup(name));
  }
});

test("CHART-14 the lines of an indicator have different colors; only the two edges of a band share one", () => {
  for (const name of [...OVERLAYS, ...PANES]) {
    const { colors } = usualSetup(name);
    const shared = colors.filter((color, at) => colors.indexOf(color) !== at);
    expect(shared, name).toEqual(name === "BOLL" ? ["ma5"] : []);
  }
});

test("CHART-14 parameters outside their bounds or with too many decimals are not allowed", () => {
  const [period, deviations] = INDICATOR_TERMS.BOLL.params;
  if (period === undefined || deviations === undefined) throw new Error("BOLL has two parameters");
  for (const wrong of [0, -1, 501, 2.5, Number.NaN, Number.POSITIVE_INFINITY, "20", null])
    expect(isAllowed(wrong, period), String(wrong)).toBe(false);
  for (const [value, isGood] of [
    [2, true],
    [2.5, true],
    [2.55, false],
    [0.1, true],
    [0, false],
    [20.1, false],
  ] as const)
    expect(isAllowed(value, deviations), String(value)).toBe(isGood);
});

test("CHART-14 each indicator starts a row of the legend, and has more where the chart is narrow", () => {
  expect(legendRows([], 800)).toBe(0);
  expect(legendRows([3, 5], 800)).toBe(2);
  expect(legendRows([3, 5], 330)).toBe(3);
  expect(legendRows([3, 5], 0)).toBe(2);
});

test("CHART-14 only the Ichimoku is drawn ahead of the newest bar, by its displacement", () => {
  const usual = usualSetup("ICHIMOKU");
  expect(barsAhead(["MA", "VOL"], {})).toBe(0);
  expect(barsAhead(["MA", "ICHIMOKU"], {})).toBe(26);
  expect(barsAhead(["ICHIMOKU"], { ICHIMOKU: { ...usual, params: [9, 26, 52, 30] } })).toBe(30);
});
