import { expect, test } from "vitest";
import { readChoices, USUAL_CHOICES } from "./chart-choices.ts";

test("WEB-101 stored choices of the chart are read as they were written", () => {
  const choices = {
    period: "4hour",
    kind: "heikin_ashi",
    scale: "logarithm",
    indicators: ["BOLL", "VOL"],
    setups: { BOLL: { params: [30, 2.5], colors: ["ma2", "ma3", "text"] } },
    compared: [{ kind: "spot", symbol: "ETHUSDT" }],
    isMagnetic: true,
  };
  expect(readChoices(JSON.parse(JSON.stringify(choices)))).toEqual(choices);
});

test("WEB-101 choices that this app does not know, and damaged ones, are left out", () => {
  const kept = { period: "7min", kind: "renko", scale: "cubic", indicators: ["MA", "FRACTAL", 5] };
  expect(readChoices(kept)).toEqual({ ...USUAL_CHOICES, indicators: ["MA"] });
  for (const damaged of [undefined, null, 5, "{", []]) expect(readChoices(damaged)).toEqual(USUAL_CHOICES);
  const { setups, compared } = readChoices({
    setups: { MA: { params: [0, 25.5, 501], colors: ["pink"] }, VWMA: { params: [3] }, SAR: 7 },
    compared: [{ kind: "moon", symbol: "ETHUSDT" }, 3, { kind: "contract", symbol: "BTCUSDT" }],
  });
  expect(setups).toEqual({
    MA: { params: [7, 25, 30], colors: ["ma1", "ma2", "ma3"] },
    SAR: { params: [0.02, 0.02, 0.2], colors: [] },
  });
  expect(compared).toEqual([{ kind: "contract", symbol: "BTCUSDT" }]);
});
