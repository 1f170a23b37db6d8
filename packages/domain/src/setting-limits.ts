import type { SettingValue } from "./events/setting-events.ts";
import {
  OPTION_TERMS_SETTING,
  REFERRAL_RATE_SETTING,
  RULES_SETTING,
  SITE_SETTING,
  WITHDRAWAL_RULES_SETTING,
} from "./setting-names.ts";

/** How long everybody can see a raised limit before it counts. */
export const NOTICE_MS = 86_400_000;
/** Who stands for a change that the program's own configuration brought about; operators' names have no brackets. */
export const BY_CONFIGURATION = "(configuration)";
/** Who stands for what somebody with the server's own account decided, on its command line: names are not proved there. */
export const BY_MACHINE = "(machine)";

/**
 * What a change of a field does. `most`: a higher value lets more out, or takes more from people. `least`: a lower one
 * does. `either`: one way lets more out, the other gives people less for what they pay. `steps`: the largest of the
 * numbers counts. `offers`: each payout counts either way, and each offer that was not there; to end an offer takes
 * nothing from anybody. `other`: another value is another product. `free`: it decides no amount.
 */
export type FieldRule = "most" | "least" | "either" | "steps" | "offers" | "other" | "free";

interface SettingRule {
  /** Whether a first value lets something out that could not leave before. */
  readonly first: "raise" | "free";
  /** The core holds changes back by terms of its own, see funding-terms.ts. */
  readonly ownNotice?: true;
  readonly fields: Readonly<Record<string, FieldRule>>;
}

/** Every setting, by the first word of its name, and every field of it. A test compares it with what can be set. */
export const SETTING_RULES: Readonly<Record<string, SettingRule>> = {
  /** Stops or resumes trading; nothing is paid for it. */
  status: { first: "free", fields: { status: "free" } },
  /** Inviters get a share of what others pay. */
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
  funding: { first: "raise", ownNotice: true, fields: { interestPpm: "most", fundingCapPpm: "most" } },
  /**
   * Lower lets the house pay more of the chain's price, and nobody gets it. The core does not know what a chain is
   * configured with: the first value is judged by the operators' desk alone.
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
  /** In the journal in smallest units, for people in coins. */
  endowment: { first: "raise", fields: { totalUnits: "most", total: "most" } },
  [SITE_SETTING]: { first: "free", fields: { isOpen: "free", message: "free" } },
  [RULES_SETTING]: { first: "free", fields: { version: "free" } },
};

/** Whether the core itself holds this setting's raises back until their notice has passed. */
export function hasOwnNotice(setting: string): boolean {
  return ruleOf(setting)?.ownNotice === true;
}

/**
 * Which limits the new value raises, and which terms it makes worse for people; []: neither. A field without a rule counts as raised, so that
 * nothing new is set by one person because it was forgotten here.
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

/** Of every market and length of time what a winner gets, in millionths of the stake. */
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

/** Whole numbers, or decimal strings of any length. What is no number is above every number. */
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
