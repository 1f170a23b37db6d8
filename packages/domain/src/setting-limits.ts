import type { SettingValue } from "./events/setting-events.ts";
import {
  OPTION_TERMS_SETTING,
  REFERRAL_RATE_SETTING,
  RULES_SETTING,
  SITE_SETTING,
  WITHDRAWAL_RULES_SETTING,
} from "./setting-names.ts";

/** How long a raised limit is public before it takes effect. */
export const NOTICE_MS = 86_400_000;
/** Author of changes made by the program's own configuration. Operators' names cannot contain parentheses. */
export const BY_CONFIGURATION = "(configuration)";
/** Author of command-line decisions by the server's own account, where names are not verified. */
export const BY_SERVER_ACCOUNT = "(machine)";

/**
 * Effect of changing a field. `most`: a higher value lets more out, or takes more from people. `least`: a lower one
 * does. `either`: one direction lets more out, the other gives people less for their money. `steps`: the largest number
 * counts. `offers`: each payout counts in both directions, as does each new offer; ending an offer takes nothing from
 * anyone. `other`: a different value is a different product. `free`: does not affect amounts.
 */
type FieldRule = "most" | "least" | "either" | "steps" | "offers" | "other" | "free";

interface SettingRule {
  /** Whether setting a first value lets money out that could not leave before. */
  readonly first: "raise" | "free";
  /** The core delays changes by its own terms, see funding-terms.ts. */
  readonly delaysChangesItself?: true;
  readonly fields: Readonly<Record<string, FieldRule>>;
}

/** All settings by the first part of their names, with all fields. A test compares them with what can be set. */
export const SETTING_RULES: Readonly<Record<string, SettingRule>> = {
  /** Stops or resumes trading; has no price. */
  status: { first: "free", fields: { status: "free" } },
  /** Inviters get a share of others' fees. */
  fees: { first: "raise", fields: { makerFeePpm: "most", takerFeePpm: "most" } },
  lever: {
    first: "raise",
    fields: {
      leverages: "steps",
      baseHourlyPpm: "either",
      quoteHourlyPpm: "either",
      baseUserLimit: "most",
      quoteUserLimit: "most",
      basePairLimit: "most",
      quotePairLimit: "most",
    },
  },
  funding: {
    first: "raise",
    delaysChangesItself: true,
    fields: { interestPpm: "most", fundingCapPpm: "most" },
  },
  /**
   * A lower fee makes the platform pay more of the chain's cost, and benefits nobody else. The core does not know the
   * chain configuration, so only the operators' desk checks the first value.
   */
  "withdrawal-fee": { first: "free", fields: { fee: "most" } },
  "mining-plan": {
    first: "raise",
    fields: {
      name: "free",
      asset: "other",
      price: "either",
      totalOutput: "either",
      durationDays: "either",
      hashRateGhs: "free",
      stock: "most",
      limitPerUser: "most",
      refundPpm: "either",
    },
  },
  [OPTION_TERMS_SETTING]: {
    first: "raise",
    fields: {
      asset: "other",
      minStake: "free",
      maxStake: "most",
      userCap: "most",
      expiryCap: "most",
      poolCap: "most",
      offers: "offers",
    },
  },
  [REFERRAL_RATE_SETTING]: { first: "raise", fields: { ratePpm: "either" } },
  [WITHDRAWAL_RULES_SETTING]: {
    first: "raise",
    fields: {
      watchedFromCents: "most",
      newAddressAgeMs: "least",
      newAddressHoldMs: "least",
      newDeviceAgeMs: "least",
      newDeviceHoldMs: "least",
      windowMs: "least",
      windowCount: "most",
      windowCents: "most",
      approvalAboveCents: "most",
    },
  },
  /** In smallest units in the journal, in coins for people. */
  endowment: { first: "raise", fields: { totalUnits: "most", total: "most" } },
  [SITE_SETTING]: { first: "free", fields: { isOpen: "free", message: "free" } },
  [RULES_SETTING]: { first: "free", fields: { version: "free" } },
};

/** Whether the core itself delays raises of this setting until their notice period has passed. */
export function hasOwnNotice(setting: string): boolean {
  return ruleOf(setting)?.delaysChangesItself === true;
}

/**
 * Returns the limits that the new value raises and the terms it worsens for people; [] for none. A field without a rule
 * counts as raised, so that a forgotten rule cannot let one person set it alone.
 */
export function raisedLimits(
  setting: string,
  before: SettingValue | undefined,
  after: SettingValue,
): readonly string[] {
  const rule = ruleOf(setting);
  if (rule === undefined) return [setting];
  if (before === undefined) return rule.first === "raise" ? [setting] : [];
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys({ ...was, ...is }).filter((name) => {
    const field = Object.hasOwn(rule.fields, name) ? rule.fields[name] : undefined;
    return field === undefined || isRaised(field, was[name], is[name]);
  });
}

function ruleOf(setting: string): SettingRule | undefined {
  const [kind = ""] = setting.split(".");
  return Object.hasOwn(SETTING_RULES, kind) ? SETTING_RULES[kind] : undefined;
}

function isRaised(rule: FieldRule, was: SettingValue | undefined, is: SettingValue | undefined): boolean {
  switch (rule) {
    case "free":
      return false;
    case "most":
      return compare(is, was) > 0;
    case "least":
      return compare(is, was) < 0;
    case "either":
      return compare(is, was) !== 0;
    case "other":
      return is !== was;
    case "steps":
      return largestOf(is) > largestOf(was);
    case "offers": {
      const before = payoutsOf(was);
      for (const [offer, payout] of payoutsOf(is)) if (payout !== before.get(offer)) return true;
      return false;
    }
  }
}

type Fields = Readonly<Record<string, SettingValue>>;

function fieldsOf(value: SettingValue | undefined): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function listOf(value: SettingValue | undefined): readonly SettingValue[] {
  return Array.isArray(value) ? (value as readonly SettingValue[]) : [];
}

const largestOf = (steps: SettingValue | undefined): number => Math.max(0, ...listOf(steps).map(Number));

/** Returns a winner's profit per market and duration, in parts per million of the stake. */
function payoutsOf(offers: SettingValue | undefined): ReadonlyMap<string, number> {
  const payouts = new Map<string, number>();
  for (const offer of listOf(offers)) {
    const { symbol, durations } = fieldsOf(offer);
    for (const duration of listOf(durations)) {
      const { durationSeconds, payoutPpm } = fieldsOf(duration);
      payouts.set(JSON.stringify([symbol, durationSeconds]), Number(payoutPpm));
    }
  }
  return payouts;
}

const NUMBER = /^[0-9]{1,30}(\.[0-9]{1,30})?$/;

/**
 * Compares integers, or decimal strings of any length. A value that is not a number counts as larger than every number.
 */
function compare(a: SettingValue | undefined, b: SettingValue | undefined): number {
  const [left, right] = [textOf(a), textOf(b)];
  if (left === undefined || right === undefined)
    return Number(left === undefined) - Number(right === undefined);
  const decimals = Math.max(decimalsOf(left), decimalsOf(right));
  const difference = scaled(left, decimals) - scaled(right, decimals);
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

function textOf(value: SettingValue | undefined): string | undefined {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return NUMBER.test(text) ? text : undefined;
}

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;

function scaled(text: string, decimals: number): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(decimals, "0"));
}
