import type { MarketScale } from "@candor/domain/specs/listing";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { breakEvenPrice } from "./break-even-price.ts";

/** Ticks of 0.1, lots of 0.001, units of 1e-6: a tick and a lot are worth 100 units. */
const market = { scale: { tickE8: 10_000_000, quoteUnitsPerTickLot: 100 } as MarketScale };
const position = (lots: number, entryCost: number, realizedUnits = 0) => ({
  lots,
  entryCostUnits: entryCost as Units,
  realizedUnits,
});

test("FC-240 a break-even price contains the fees of the entry", () => {
  // 0.003 at 37,140 with a fee of 0.02 %.
  expect(breakEvenPrice(position(3, 111_420_000), 22_284, market)).toBe("37147.428");
});

test("FC-242 a short breaks even below its entry", () => {
  expect(breakEvenPrice(position(-3, 111_420_000), 22_284, market)).toBe("37132.572");
});

test("FC-241 what partial exits have won or lost moves the break-even price of the rest", () => {
  expect(breakEvenPrice(position(1, 100_000_000, 20_000_000), 0, market)).toBe("80000");
  expect(breakEvenPrice(position(-1, 100_000_000, -20_000_000), 0, market)).toBe("80000");
  // The rest may lose all of its value and more.
  expect(breakEvenPrice(position(1, 100_000_000, 120_000_000), 0, market)).toBe("-20000");
  expect(breakEvenPrice(position(0, 0, 5_000_000), 0, market)).toBe("0");
});
