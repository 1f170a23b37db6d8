import { expect, test } from "vitest";
import { readIntervals, toggled } from "./shown-intervals.ts";

test("CHART-20 the bar has the chosen intervals by length, and always one", () => {
  expect(toggled(["5min", "1day"], "1sec")).toEqual(["1sec", "5min", "1day"]);
  expect(toggled(["5min", "1day"], "5min")).toEqual(["1day"]);
  expect(toggled(["1day"], "1day")).toEqual(["1day"]);
});

test("CHART-20 unknown intervals of another version are dropped", () => {
  expect(readIntervals(["1mon", "2year", "3min", 7])).toEqual(["3min", "1mon"]);
  expect(readIntervals(["2year"])).toBeUndefined();
  expect(readIntervals({ shown: [] })).toBeUndefined();
});
