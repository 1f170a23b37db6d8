import { expect, test } from "vitest";
import { monthsOf } from "./months-of.ts";

test("PNLW-07 a statement is offered for every month since the account was opened, and none before", () => {
  expect(monthsOf("2025-11", "2026-02", "2026-02")).toEqual(["2026-02", "2026-01", "2025-12", "2025-11"]);
  expect(monthsOf("2026-02", "2026-02", "2026-02")).toEqual(["2026-02"]);
  expect(monthsOf("2020-01", "2026-02", "2026-02")).toHaveLength(74);
  // From the address, or on a device whose clock is behind.
  expect(monthsOf("2026-01", "2026-02", "2025-06")).toEqual(["2026-02", "2026-01", "2025-06"]);
  expect(monthsOf("2026-03", "2026-02", "2026-02")).toEqual(["2026-02"]);
});
