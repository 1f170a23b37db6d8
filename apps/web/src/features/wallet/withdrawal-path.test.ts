import type { WithdrawalStatus } from "@candor/domain/enumerations";
import { expect, test } from "vitest";
import { stepsOf } from "./withdrawal-path.ts";

const stepsAt = (...taken: readonly WithdrawalStatus[]) =>
  stepsOf({
    status: taken.at(-1) ?? "frozen",
    steps: taken.map((status, index) => ({ status, timeMs: index + 1 })),
  }).map(({ status, timeMs }) => (timeMs === null ? `(${status})` : status));

test("WEB-63 a withdrawal shows the steps it took and those to come; a review only where there is one", () => {
  expect(stepsAt("frozen")).toEqual(["frozen", "(approved)", "(signed)", "(broadcast)", "(confirmed)"]);
  expect(stepsAt("frozen", "reviewing")).toEqual([
    "frozen",
    "reviewing",
    "(approved)",
    "(signed)",
    "(broadcast)",
    "(confirmed)",
  ]);
  expect(stepsAt("frozen", "approved", "signed", "broadcast")).toEqual([
    "frozen",
    "approved",
    "signed",
    "broadcast",
    "(confirmed)",
  ]);
});

test("WEB-63 after the end nothing is to come", () => {
  expect(stepsAt("frozen", "approved", "signed", "broadcast", "confirmed").at(-1)).toBe("confirmed");
  expect(stepsAt("frozen", "reviewing", "returned")).toEqual(["frozen", "reviewing", "returned"]);
});
