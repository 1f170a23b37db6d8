import { expect, test } from "vitest";
import { type Evidence, tally } from "./check.ts";
import { checkEvidence } from "./check-evidence.ts";
import { UnreadableEvidence } from "./evidence-numbers.ts";

const BOUGHT_MS = 1_767_225_600_000;
const DAY_MS = 86_400_000;

/** A release after four of ten days: 40.4 mined, 20.2 of it already paid; 90% of the unused 60 is 54. */
const RELEASE: Evidence = {
  kind: "mining",
  id: "7",
  seq: 9,
  frame: { seq: 8, previousHash: "00", hash: "11" },
  formula: "",
  inputs: {
    kind: "mining",
    minerId: "m1",
    asset: "USDT",
    decimals: 6,
    record: "mining-refund",
    price: "100.000000",
    totalOutput: "101.000000",
    durationDays: 10,
    releaseRefundRate: "0.900000",
    boughtAtMs: BOUGHT_MS,
    earlierClaims: "20.200000",
    released: true,
    timeMs: BOUGHT_MS + 4 * DAY_MS + 999,
  },
  result: { kind: "mining", accrued: "40.400000", paid: "20.200000", refund: "54.000000" },
  asOfSeq: 9,
};

const changed = (part: "inputs" | "result", fields: object): Evidence => ({
  ...RELEASE,
  [part]: { ...RELEASE[part], ...fields },
});

test("MINE-15 what a machine paid is computed again from its terms: income, and the refund of a release", () => {
  expect(tally(checkEvidence(RELEASE))).toEqual({ agreeing: 3, differing: 0, missing: 0 });
  const [group] = checkEvidence(RELEASE);
  expect(group?.checks.map(({ key, computed }) => [key, computed?.value])).toEqual([
    ["seconds", "345600"],
    ["accrued", "40.400000"],
    ["paid", "20.200000"],
    ["unearned", "60.000000"],
    ["refund", "54.000000"],
  ]);
  const claim = changed("inputs", { released: false, record: "mining-income" });
  expect(tally(checkEvidence(claim))).toEqual({ agreeing: 2, differing: 0, missing: 0 });
});

test.each([
  ["inputs", { totalOutput: "101.000300" }],
  ["inputs", { durationDays: 11 }],
  ["inputs", { boughtAtMs: BOUGHT_MS - 1_000 }],
  ["inputs", { earlierClaims: "20.200001" }],
  ["inputs", { price: "100.000100" }],
  ["inputs", { releaseRefundRate: "0.900001" }],
  ["result", { accrued: "40.400001" }],
  ["result", { paid: "20.199999" }],
  ["result", { refund: "54.000001" }],
] as const)("MINE-15 a changed figure is noticed: %s %o", (part, fields) => {
  expect(tally(checkEvidence(changed(part, fields))).differing).toBeGreaterThan(0);
});

test("MINE-15 what is no figure cannot be computed from", () => {
  expect(() => checkEvidence(changed("inputs", { price: "a lot" }))).toThrow(UnreadableEvidence);
});
