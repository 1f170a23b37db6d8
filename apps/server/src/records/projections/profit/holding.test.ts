import { expect, test } from "vitest";
import { changeHolding, type Holding } from "./holding.ts";

const after = (holding: Holding): [number, bigint] => [holding.units, holding.costE16];

test("PNL-06 what leaves takes its share of the cost, rounded toward zero; the last units take the rest", () => {
  const holding = { units: 0, costE16: 0n };
  expect(changeHolding(holding, 3, 10n)).toBe(10n);
  expect(changeHolding(holding, -1, -5n)).toBe(-3n);
  expect(after(holding)).toEqual([2, 7n]);
  expect(changeHolding(holding, -1, -5n)).toBe(-3n);
  expect(changeHolding(holding, -1, -5n)).toBe(-4n);
  expect(after(holding)).toEqual([0, 0n]);
});

test("PNL-06 owed units have a negative cost, and a change beyond zero is split by units", () => {
  const holding = { units: 2, costE16: 7n };
  // Two are sold for 6, three more are owed for the remaining 9.
  expect(changeHolding(holding, -5, -15n)).toBe(-16n);
  expect(after(holding)).toEqual([-3, -9n]);
  expect(changeHolding(holding, 1, 4n)).toBe(3n);
  expect(changeHolding(holding, 4, 8n)).toBe(10n);
  expect(after(holding)).toEqual([2, 4n]);
});

test("PNL-06 no units change nothing, and an amount beyond the exact integers is an error", () => {
  const holding = { units: 2, costE16: 7n };
  expect(changeHolding(holding, 0, 5n)).toBe(0n);
  expect(after(holding)).toEqual([2, 7n]);
  expect(() => changeHolding(holding, Number.MAX_SAFE_INTEGER, 1n)).toThrow(RangeError);
});
