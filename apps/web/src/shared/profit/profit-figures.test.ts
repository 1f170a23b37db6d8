import type { WireProfitHolding } from "@candor/wire/profit-calls";
import { expect, test } from "vitest";
import { heldProfit } from "./held-profit.ts";
import { percentOf } from "./percent-of.ts";
import { firstOfMonth, plusDays, utcDay } from "./utc-days.ts";

test("PNLW-03 a percentage has two decimals and the sign of its part; without a positive whole there is none", () => {
  expect(percentOf("12.5", "1000")).toBe("1.25");
  expect(percentOf("-12.5", "1000")).toBe("-1.25");
  expect(percentOf("1000", "3")).toBe("33333.33");
  expect(percentOf("0.001", "1000")).toBe("0.00");
  expect(percentOf("-0.001", "1000")).toBe("-0.01");
  expect(percentOf("-2.919", "100")).toBe("-2.92");
  expect(percentOf("2.919", "100")).toBe("2.91");
  expect(percentOf("0", "5")).toBe("0.00");
  expect(percentOf("5", "0")).toBeNull();
  expect(percentOf("5", "-1")).toBeNull();
});

test("PNLW-03 a holding earns its value at the price minus its cost, also when more is owed than held", () => {
  const holding: WireProfitHolding = {
    wallet: "coin",
    symbol: null,
    asset: "BTC",
    amount: "0.05990000",
    cost: "3597.5975975975975976",
    averagePrice: "60060.06006006",
    price: "63500.00000000",
    value: "3803.6500000000000000",
    unrealized: "206.0524024024024024",
  };
  expect(heldProfit(holding, null)).toMatchObject({ unrealized: holding.unrealized, percent: "5.72" });
  expect(heldProfit(holding, "60000")).toMatchObject({ unrealized: "-3.5975975975975976", percent: "-0.10" });
  const owed = { ...holding, amount: "-0.10000000", cost: "-6000.0000000000000000" };
  expect(heldProfit(owed, "61000")).toMatchObject({ unrealized: "-100.0000000000000000", percent: null });
  expect(heldProfit({ ...holding, averagePrice: null }, "1")).toBeNull();
});

test("PNLW-01 days are those of UTC, across months and years", () => {
  expect(utcDay(Date.UTC(2026, 0, 1, 23, 59))).toBe("2026-01-01");
  expect(plusDays("2026-03-01", -1)).toBe("2026-02-28");
  expect(firstOfMonth("2026-12-31", 1)).toBe("2027-01-01");
  expect(firstOfMonth("2026-01-15", -1)).toBe("2025-12-01");
});
