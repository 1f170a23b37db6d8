import { expect, test } from "vitest";
import { assessWithdrawal, type RiskFacts, riskChecks } from "./assess-withdrawal.ts";
import { LIVE_RISK_RULES, WITHDRAWAL_PROMISE_MS } from "./withdrawal-rules.ts";

const NOW_MS = 1_767_225_600_000;
const RULES = LIVE_RISK_RULES;
const OLD_MS = NOW_MS - RULES.newAddressAgeMs;

/** A large amount within the limit, to a known address on a known device. */
const QUIET: RiskFacts = {
  nowMs: NOW_MS,
  cents: RULES.approvalAboveCents,
  addressKnownSinceMs: OLD_MS,
  sessionSinceMs: OLD_MS,
  isFirstSession: false,
  earlierCount: RULES.windowCount - 1,
  earlierCents: RULES.windowCents - RULES.approvalAboveCents,
};
const assess = (changes: Partial<RiskFacts> = {}) => assessWithdrawal({ ...QUIET, ...changes }, RULES);

const byOperator = (reason: string) => ({
  reason,
  untilMs: NOW_MS + WITHDRAWAL_PROMISE_MS,
  byOperator: true,
});
const byClock = (reason: string, heldMs: number) => ({ reason, untilMs: NOW_MS + heldMs, byOperator: false });

test("WDRL-06 amounts exactly at the limits are not held", () => {
  expect(assess()).toBeUndefined();
});

test.each([
  ["a cent above the limit", { cents: RULES.approvalAboveCents + 1 }, byOperator("large-amount")],
  ["without a price", { cents: undefined }, byOperator("large-amount")],
  ["one more than the window's count", { earlierCount: RULES.windowCount }, byOperator("many-withdrawals")],
  ["a cent above the window's sum", { earlierCents: QUIET.earlierCents + 1 }, byOperator("many-withdrawals")],
  ["a young address", { addressKnownSinceMs: OLD_MS + 1 }, byClock("new-address", RULES.newAddressHoldMs)],
  ["an unknown address", { addressKnownSinceMs: undefined }, byClock("new-address", RULES.newAddressHoldMs)],
  ["a young session", { sessionSinceMs: OLD_MS + 1 }, byClock("new-device", RULES.newDeviceHoldMs)],
  ["a session that has ended", { sessionSinceMs: undefined }, byClock("new-device", RULES.newDeviceHoldMs)],
] as const)("WDRL-06 %s", (_what, changes, hold) => {
  expect(assess(changes)).toEqual(hold);
});

test("WDRL-06 a person goes before a clock, and of two clocks the later one counts", () => {
  const everything = { addressKnownSinceMs: undefined, sessionSinceMs: undefined };
  expect(assess(everything)).toEqual(byClock("new-device", RULES.newDeviceHoldMs));
  expect(assess({ ...everything, earlierCount: RULES.windowCount })).toEqual(byOperator("many-withdrawals"));
});

test("WDRL-06 small amounts are not held for being new, and the session of the registration is not a new device", () => {
  const small = {
    cents: RULES.watchedFromCents - 1,
    earlierCents: 0,
    addressKnownSinceMs: undefined,
    sessionSinceMs: NOW_MS,
  };
  expect(assess(small)).toBeUndefined();
  expect(assess({ ...small, cents: RULES.watchedFromCents })).toEqual(
    byClock("new-device", RULES.newDeviceHoldMs),
  );
  expect(assess({ sessionSinceMs: NOW_MS, isFirstSession: true })).toBeUndefined();
});

test("WDRL-06 an amount split into small withdrawals is held for being new, like a single withdrawal", () => {
  const half = Math.ceil(RULES.watchedFromCents / 2);
  const known = { cents: half, sessionSinceMs: OLD_MS };
  const second = { ...known, earlierCount: 1, earlierCents: half };
  expect(assess({ ...known, earlierCents: 0, addressKnownSinceMs: undefined })).toBeUndefined();
  expect(assess({ ...second, addressKnownSinceMs: NOW_MS - 1 })).toEqual(
    byClock("new-address", RULES.newAddressHoldMs),
  );
  expect(assess({ ...second, addressKnownSinceMs: OLD_MS, sessionSinceMs: NOW_MS })).toEqual(
    byClock("new-device", RULES.newDeviceHoldMs),
  );
  expect(assess({ ...second, addressKnownSinceMs: OLD_MS })).toBeUndefined();
});

test("CONS-09 every rule is listed with its result, and a withdrawal is held exactly when a rule did not pass", () => {
  expect(riskChecks(QUIET, RULES).map(({ check, passed }) => [check, passed])).toEqual([
    ["amount", true],
    ["count", true],
    ["sum", true],
    ["address", true],
    ["device", true],
  ]);
  const of = <T>(...values: readonly T[]): readonly T[] => values;
  for (const cents of of(
    undefined,
    RULES.watchedFromCents - 1,
    RULES.watchedFromCents,
    RULES.approvalAboveCents + 1,
  ))
    for (const earlierCount of of(0, RULES.windowCount))
      for (const earlierCents of of(0, RULES.watchedFromCents, RULES.windowCents))
        for (const addressKnownSinceMs of of(undefined, OLD_MS, OLD_MS + 1))
          for (const sessionSinceMs of of(undefined, OLD_MS, OLD_MS + 1))
            for (const isFirstSession of of(true, false)) {
              const changes = {
                cents,
                earlierCount,
                earlierCents,
                addressKnownSinceMs,
                sessionSinceMs,
                isFirstSession,
              };
              const checks = riskChecks({ ...QUIET, ...changes }, RULES);
              expect(
                checks.every(({ passed }) => passed),
                JSON.stringify(changes),
              ).toBe(assess(changes) === undefined);
            }
});
