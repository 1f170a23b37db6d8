import type { WithdrawalRules } from "@candor/domain/specs/withdrawal-rules";

/** How long a withdrawal takes at most, as promised. */
export const WITHDRAWAL_PROMISE_HOURS = 8;
export const WITHDRAWAL_PROMISE_MS = WITHDRAWAL_PROMISE_HOURS * 3_600_000;
/** In live mode a new address of the book pays out only after this. */
export const NEW_SITE_LOCK_MS = 24 * 3_600_000;
/** Addresses in one user's book. */
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

/** Play money: the same rules, with waits that a visitor can watch. */
export const SANDBOX_RISK_RULES: RiskRules = {
  ...LIVE_RISK_RULES,
  newAddressHoldMs: 20_000,
  newDeviceHoldMs: 30_000,
  windowCount: 20,
  approvalAboveCents: 5_000 * USDT,
};

/** What a mode begins with. */
export function riskRulesOf(mode: "sandbox" | "live"): RiskRules {
  return mode === "live" ? LIVE_RISK_RULES : SANDBOX_RISK_RULES;
}
