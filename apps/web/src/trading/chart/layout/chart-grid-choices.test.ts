import { expect, test } from "vitest";
import { ONE_CHART, readGrid } from "./chart-grid-choices.ts";

test("CHART-18 the charts on the page are read as they were written; what is unknown becomes the usual", () => {
  const cells = [
    { kind: "contract", symbol: "BTCUSDT", period: "4hour" },
    { kind: "spot", symbol: "XRPUSDT", period: "1min" },
    { kind: "spot", symbol: "BNBUSDT", period: "1week" },
  ];
  expect(readGrid({ count: "4", cells })).toEqual({ count: "4", cells });
  expect(readGrid({ count: "3", cells: [{ ...cells[0], period: "7min" }, cells[1]] })).toEqual({
    count: "1",
    cells: [ONE_CHART.cells[0], cells[1], ONE_CHART.cells[2]],
  });
  for (const damaged of [undefined, null, 4, {}]) expect(readGrid(damaged)).toEqual(ONE_CHART);
});
