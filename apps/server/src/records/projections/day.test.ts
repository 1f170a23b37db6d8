import { expect, test } from "vitest";
import { inDays } from "./day.ts";

const DAY = 86_400_000;

test("READ-43 a period is its whole days and the remainders at its ends, without overlaps", () => {
  expect(inDays({})).toEqual({ days: {}, rest: [] });
  expect(inDays({ sinceMs: 2 * DAY, untilMs: 4 * DAY })).toEqual({ days: { from: 2, to: 4 }, rest: [] });
  expect(inDays({ sinceMs: 2 * DAY + 1 })).toEqual({
    days: { from: 3 },
    rest: [{ sinceMs: 2 * DAY + 1, untilMs: 3 * DAY }],
  });
  expect(inDays({ untilMs: 4 * DAY + 7 })).toEqual({
    days: { to: 4 },
    rest: [{ sinceMs: 4 * DAY, untilMs: 4 * DAY + 7 }],
  });
  expect(inDays({ sinceMs: DAY - 5, untilMs: 3 * DAY + 5 })).toEqual({
    days: { from: 1, to: 3 },
    rest: [
      { sinceMs: DAY - 5, untilMs: DAY },
      { sinceMs: 3 * DAY, untilMs: 3 * DAY + 5 },
    ],
  });
  for (const range of [
    { sinceMs: DAY + 1, untilMs: DAY + 9 },
    { sinceMs: DAY - 5, untilMs: DAY + 5 },
    { sinceMs: 9 * DAY, untilMs: DAY },
  ])
    expect(inDays(range)).toEqual({ days: undefined, rest: [range] });
});
