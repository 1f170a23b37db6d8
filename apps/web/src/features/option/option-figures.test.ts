import type { WireOptionOffer } from "@candor/wire/option-calls";
import type { WireOption } from "@candor/wire/option-objects";
import { expect, test } from "vitest";
import { clockText, incomeFor, leadOf, stakeProblem } from "./option-figures.ts";

const offer = { minAmount: "5.000000", maxAmount: "1000.000000" } as WireOptionOffer;
const bounds = { offer, remaining: "400.000000", userRemaining: "300.000000", available: "200.50" };

test("OPT-30 the ticket says what stands in the way of a stake before it is sent", () => {
  expect(stakeProblem("", bounds)).toBe("empty");
  expect(stakeProblem("5.001", bounds)).toBe("empty");
  expect(stakeProblem("4.99", bounds)).toBe("minimum");
  expect(stakeProblem("1000.01", bounds)).toBe("maximum");
  expect(stakeProblem("200.51", bounds)).toBe("balance");
  expect(stakeProblem("300.01", { ...bounds, available: undefined })).toBe("uncovered");
  expect(stakeProblem("400.01", { ...bounds, available: undefined, userRemaining: null })).toBe("uncovered");
  expect(stakeProblem("200.50", bounds)).toBeUndefined();
});

test("OPT-30 expected income is rounded down, and the lead follows the direction", () => {
  expect(incomeFor("5.01", "0.857143")).toBe("4.294286");
  const option = (direction: "up" | "down") => ({ direction, strikePrice: "100.5" }) as WireOption;
  expect(leadOf(option("up"), "101.0")).toBe("0.5");
  expect(leadOf(option("down"), "101.0")).toBe("-0.5");
  expect(leadOf({ ...option("up"), strikePrice: null }, "101")).toBeNull();
  // The live index is coarser than the strike: within its last decimal nobody knows who leads.
  expect(leadOf({ ...option("up"), strikePrice: "100.57" }, "100.5")).toBe("0.0");
  expect(leadOf({ ...option("down"), strikePrice: "100.57" }, "100.6")).toBe("-0.1");
  expect(leadOf({ ...option("up"), strikePrice: "100.57" }, "102")).toBe("2");
  expect([clockText(59_001), clockText(0), clockText(600_000), clockText(-5)]).toEqual([
    "1:00",
    "0:00",
    "10:00",
    "0:00",
  ]);
});
