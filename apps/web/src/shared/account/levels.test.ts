import { expect, test } from "vitest";
import { nextLevel, stateOf, verificationWords } from "./levels.ts";

const NONE = {
  level: 0,
  status: "none",
  reason: null,
  fullName: null,
  idNumber: null,
  country: null,
  submittedAtMs: null,
  reviewedAtMs: null,
} as const;

test("WEB-53 each level shows how it stands, and the second opens when the first has passed", () => {
  expect([stateOf(1, 0, NONE), stateOf(2, 0, NONE)]).toEqual(["open", "closed"]);
  const pending = { ...NONE, level: 1, status: "pending" } as const;
  expect([stateOf(1, 0, pending), stateOf(2, 0, pending)]).toEqual(["pending", "closed"]);
  const refused = { ...NONE, level: 1, status: "refused", reason: "The photo is blurred" } as const;
  expect([stateOf(1, 0, refused), stateOf(2, 0, refused)]).toEqual(["refused", "closed"]);
  const passed = { ...NONE, level: 1, status: "passed" } as const;
  expect([stateOf(1, 1, passed), stateOf(2, 1, passed)]).toEqual(["passed", "open"]);
  const second = { ...NONE, level: 2, status: "refused" } as const;
  expect([stateOf(1, 1, second), stateOf(2, 1, second)]).toEqual(["passed", "refused"]);
  const both = { ...NONE, level: 2, status: "passed" } as const;
  expect([stateOf(1, 2, both), stateOf(2, 2, both)]).toEqual(["passed", "passed"]);
  expect([nextLevel(0), nextLevel(1), nextLevel(2)]).toEqual([1, 2, null]);
});

test("WEB-108 a submission in review is in review wherever the status stands", () => {
  expect(verificationWords(0, NONE)).toBe("me.notVerified");
  expect(verificationWords(0, { ...NONE, level: 1, status: "pending" })).toBe("verify.statePending");
  expect(verificationWords(1, { ...NONE, level: 2, status: "pending" })).toBe("verify.statePending");
  expect(verificationWords(0, { ...NONE, level: 1, status: "refused" })).toBe("verify.stateRefused");
  expect(verificationWords(1, { ...NONE, level: 1, status: "passed" })).toBe("verify.realName");
  expect(verificationWords(1, { ...NONE, level: 2, status: "refused" })).toBe("verify.realName");
  expect(verificationWords(2, { ...NONE, level: 2, status: "passed" })).toBe("verify.advanced");
});
