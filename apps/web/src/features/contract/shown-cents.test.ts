import { expect, test } from "vitest";
import { costInCents, outcomeInCents } from "./shown-cents.ts";

test("the shown parts of closing a position add up, and no cost looks smaller than it is", () => {
  expect(outcomeInCents({ profitUnits: -465_000, feeUnits: 335_000 }, 6)).toEqual({
    profitUnits: -460_000,
    feeUnits: 340_000,
    netUnits: -800_000,
  });
  for (const scale of [0, 2, 6, 8])
    for (let profitUnits = -2_000_003; profitUnits < 2_000_000; profitUnits += 123_457)
      for (const feeUnits of [0, 1, 9_999, 10_000, 331_007]) {
        const shown = outcomeInCents({ profitUnits, feeUnits }, scale);
        const cent = 10 ** Math.max(0, scale - 2);
        expect(shown.profitUnits - shown.feeUnits).toBe(shown.netUnits);
        expect(Math.abs(shown.profitUnits % cent)).toBe(0);
        expect(shown.feeUnits).toBeGreaterThanOrEqual(feeUnits);
        expect(shown.netUnits).toBeLessThanOrEqual(profitUnits - feeUnits);
        expect(Math.abs(shown.profitUnits - profitUnits)).toBeLessThan(2 * cent);
      }
  expect([costInCents(67_066, 6), costInCents(60_000, 6), costInCents(-67_066, 6)]).toEqual([
    70_000, 60_000, -60_000,
  ]);
});
