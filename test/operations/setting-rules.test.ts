import { COMMAND_KINDS } from "@candor/domain/commands/commands";
import { LIMIT_COMMANDS } from "@candor/domain/commands/setting-commands";
import { raisedLimits, SETTING_RULES } from "@candor/domain/setting-limits";
import { SETTING_FORMS } from "@candor/server/operators/settings/setting-forms";
import { expect, test } from "vitest";

/** Set by other commands than `setting set`: they pay nothing. */
const BY_OTHER_WORDS = ["site", "rules"];
/** Announced by their own terms, or not about an amount. */
const WITHOUT_ANNOUNCEMENT = ["set-site", "set-market-status", "set-funding-terms", "set-inviter"];
const OF_A_USER = ["set-protection", "set-leverage", "set-position-mode"];
/** Every sandbox and every live exchange rejects it. */
const OF_A_TEST_RIG = ["set-balance"];

test("OPS-12 every setting, and every field of its form, has a rule that says which change pays out more", () => {
  expect(Object.keys(SETTING_RULES).sort()).toEqual(
    [...Object.keys(SETTING_FORMS), ...BY_OTHER_WORDS].sort(),
  );
  for (const [setting, form] of Object.entries(SETTING_FORMS))
    for (const field of Object.keys(form.shape))
      expect(Object.keys(SETTING_RULES[setting]?.fields ?? {}), `${setting}.${field}`).toContain(field);
});

test("OPS-12 every command that sets something is delayed by the core, delays itself, or pays nothing", () => {
  const setters = COMMAND_KINDS.filter((kind) => kind.startsWith("set-") || kind === "endow-pool");
  const known: readonly string[] = [
    ...LIMIT_COMMANDS,
    ...WITHOUT_ANNOUNCEMENT,
    ...OF_A_USER,
    ...OF_A_TEST_RIG,
  ];
  expect(setters.filter((kind) => !known.includes(kind))).toEqual([]);
});

test("OPS-12 an unknown setting, an unknown field and a value that is no number count as raised", () => {
  expect(raisedLimits("bonus", { ratePpm: 1 }, { ratePpm: 1 })).toEqual(["bonus"]);
  expect(raisedLimits("referral-rate", { ratePpm: 1 }, { ratePpm: 1, extra: 1 })).toEqual(["extra"]);
  expect(raisedLimits("referral-rate", { ratePpm: 1 }, { ratePpm: "lots" })).toEqual(["ratePpm"]);
  expect(raisedLimits("toString", undefined, { a: 1 })).toEqual(["toString"]);
});

test("OPS-12 a payout counts by market and duration, higher or lower, also a new one; an offer ends at once", () => {
  const offers = (...list: readonly (readonly [string, number, number])[]) => ({
    offers: list.map(([symbol, durationSeconds, payoutPpm]) => ({
      symbol,
      durations: [{ durationSeconds, payoutPpm }],
    })),
  });
  const before = offers(["BTCUSDT", 60, 850_000], ["ETHUSDT", 60, 850_000]);
  const isRaised = (...list: readonly (readonly [string, number, number])[]) =>
    raisedLimits("option-terms", before, offers(...list)).length > 0;
  expect(isRaised(["BTCUSDT", 60, 850_000])).toBe(false);
  expect(isRaised()).toBe(false);
  expect(isRaised(["BTCUSDT", 60, 849_999])).toBe(true);
  expect(isRaised(["BTCUSDT", 60, 850_001])).toBe(true);
  expect(isRaised(["BTCUSDT", 120, 10_000])).toBe(true);
  expect(isRaised(["SOLUSDT", 60, 10_000])).toBe(true);
});
