import type { WithdrawalRules } from "@candor/domain/specs/withdrawal-rules";

/** Promised maximum duration of a withdrawal. */
export const WITHDRAWAL_PROMISE_HOURS = 8;
export const WITHDRAWAL_PROMISE_MS = WITHDRAWAL_PROMISE_HOURS * 3_600_000;
/** In live mode a new address in the book can only be used after this. */
export const NEW_SITE_LOCK_MS = 24 * 3_600_000;
/** Maximum addresses in one user's book. */
export const MAX_SITES = 50;

export type RiskRules = WithdrawalRules;

const USDT = 100;
const HOUR_MS = 3_600_000;

export const LIVE_RISK_RULES: RiskRules = {
  watchedFromCents: 1_000 * USDT,
  newAddressAgeMs: 24 * HOUR_MS,
  newAddressHoldMs: HOUR_MS,
  newDeviceAgeMs: 24 * HOUR_MS,
  newDeviceHoldMs: 2 * HOUR_MS,
  windowMs: 24 * HOUR_MS,
  windowCount: 10,
  windowCents: 50_000 * USDT,
  approvalAboveCents: 10_000 * USDT,
};

/** For play money: the same rules, with waits short enough for a visitor to see. */
export const SANDBOX_RISK_RULES: RiskRules = {
  ...LIVE_RISK_RULES,
  newAddressHoldMs: 20_000,
  newDeviceHoldMs: 30_000,
  windowCount: 20,
  approvalAboveCents: 5_000 * USDT,
};

/** Returns the initial rules of a mode. */
export function riskRulesOf(mode: "sandbox" | "live"): RiskRules {
  return mode === "live" ? LIVE_RISK_RULES : SANDBOX_RISK_RULES;
}

/** One rule and its result: whether it held a withdrawal. */
export interface RiskCheck {
  readonly check: "amount" | "count" | "sum" | "address" | "device";
  readonly passed: boolean;
  /** The checked value: hundredths of a USDT, a count, or when something was first seen; null if unknown. */
  readonly found: number | null;
  /** The rule's limit in the same unit; for `address` and `device` the required age in milliseconds. */
  readonly bound: number;
}
