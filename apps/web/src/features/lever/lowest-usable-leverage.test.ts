import { expect, test } from "vitest";
import { lowestUsableLeverage } from "./lowest-usable-leverage.ts";

const STEPS = [2, 3, 5, 10];

test.each([
  ["an account without debt", null, 2],
  ["one that has borrowed next to nothing", "100.0000", 2],
  // Assets 2, debt 1: 2× is exhausted.
  ["one at 2×", "2.0000", 3],
  ["one between 2× and 3×", "1.7900", 3],
  ["one at 5×", "1.2500", 10],
  ["one beyond the largest step", "1.1000", 10],
  ["one that owes all that it has", "1.0000", 10],
])("LEV-20 the ticket of %s begins with leverage that it can still use", (_account, marginLevel, step) => {
  expect(lowestUsableLeverage(STEPS, marginLevel)).toBe(step);
});
