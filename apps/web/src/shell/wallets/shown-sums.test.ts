import { addDecimals, multiplyDecimals } from "@candor/ui/decimal-math";
import { expect, test } from "vitest";
import { type Shown, shownBridge, shownParts } from "./shown-sums.ts";

const USDT: Shown = { convert: (value) => value, decimals: 2 };
const EUR: Shown = { convert: (value) => multiplyDecimals(value, "0.85", 2), decimals: 2 };
const YEN: Shown = { convert: (value) => multiplyDecimals(value, "151.3", 0), decimals: 0 };
const UNKNOWN: Shown = { convert: () => null, decimals: 2 };

const LOSS = { opening: "0", flow: "10000", transfer: "0", closing: "9985.1663977" };

test("PNLW-09 a shown loss is what the shown equity and flows leave, in every currency", () => {
  expect(shownBridge(LOSS, USDT)).toMatchObject({ flow: "10000.00", profit: "-14.84", closing: "9985.16" });
  for (const shown of [USDT, EUR, YEN]) {
    for (const opening of ["0", "0.009", "12.345678", "1000"]) {
      const bridge = shownBridge({ ...LOSS, opening, transfer: "-3.3333" }, shown);
      if (bridge === null) throw new Error("the rate is known");
      const { flow, transfer, profit, closing } = bridge;
      expect(addDecimals(bridge.opening, flow, transfer, profit)).toBe(closing);
    }
  }
  expect(shownBridge(LOSS, UNKNOWN)).toBeNull();
});

test("PNLW-09 shown products add up to the shown profit, and what is exact stays as it is", () => {
  expect(shownParts(["-1.5434", "-12.3127", "-2.0539"], "-15.91", USDT)).toEqual([
    "-1.54",
    "-12.32",
    "-2.05",
  ]);
  expect(shownParts(["2", "-0.4049", "0"], "1.59", USDT)).toEqual(["2.00", "-0.41", "0.00"]);
  expect(shownParts(["5", "1.25"], "6.25", USDT)).toEqual(["5.00", "1.25"]);
  for (const shown of [USDT, EUR, YEN]) {
    const parts = shownParts(["-1.5434", "-12.3127", "7.9999", "0.0049"], "-6", shown);
    expect(Number(addDecimals("0", ...(parts ?? [])))).toBe(-6);
  }
  expect(shownParts(["1"], "1", UNKNOWN)).toBeNull();
  expect(shownParts([], "0.00", USDT)).toEqual([]);
});
