import { expect, test } from "vitest";
import { MarkAverages } from "./mark-averages.ts";

test("the average of a market's marks moves with the last minute", () => {
  const averages = new MarkAverages();
  expect(averages.add(1, 100, 0)).toBe(100);
  expect(averages.add(1, 200, 30_000)).toBe(150);
  expect(averages.add(2, 7, 30_000)).toBe(7);
  expect(averages.add(1, 401, 60_000)).toBe(301);
  expect(averages.add(1, 400, 200_000)).toBe(400);
});
