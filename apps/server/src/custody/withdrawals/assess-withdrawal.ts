import type { ReviewReason } from "@candor/domain/enumerations";
import type { WithdrawalHold } from "./withdrawal-records.ts";
import { type RiskCheck, type RiskRules, WITHDRAWAL_PROMISE_MS } from "./withdrawal-rules.ts";

/** Facts about a withdrawal at the time of its request. */
export interface RiskFacts {
  readonly nowMs: number;
  /** Its value in hundredths of a USDT; `undefined` if the asset has no price now. */
  readonly cents: number | undefined;
  /** When the address was first paid to, or added to the book; `undefined` if never. */
  readonly addressKnownSinceMs: number | undefined;
  /** When the session was opened; `undefined` if unknown. */
  readonly sessionSinceMs: number | undefined;
  /** Whether the account was opened in this session. */
  readonly isFirstSession: boolean;
  /** Other withdrawals within the rules' window. */
  readonly earlierCount: number;
  readonly earlierCents: number;
}

/** Returns every rule with its result, in order of precedence; stored with the request for the reviewer. */
export function riskChecks(facts: RiskFacts, rules: RiskRules): readonly RiskCheck[] {
  const { nowMs, cents, earlierCount, earlierCents } = facts;
  const isWatched = isLarge(facts, rules);
  const isNew = (sinceMs: number | undefined, ageMs: number): boolean =>
    isWatched && isYoungerThan(sinceMs, ageMs, nowMs);
  const sum = cents === undefined ? null : earlierCents + cents;
  return [
    {
      check: "amount",
      passed: cents !== undefined && cents <= rules.approvalAboveCents,
      found: cents ?? null,
      bound: rules.approvalAboveCents,
    },
    {
      check: "count",
      passed: earlierCount < rules.windowCount,
      found: earlierCount + 1,
      bound: rules.windowCount,
    },
    { check: "sum", passed: sum !== null && sum <= rules.windowCents, found: sum, bound: rules.windowCents },
    {
      check: "address",
      passed: !isNew(facts.addressKnownSinceMs, rules.newAddressAgeMs),
      found: facts.addressKnownSinceMs ?? null,
      bound: rules.newAddressAgeMs,
    },
    {
      check: "device",
      passed: facts.isFirstSession || !isNew(facts.sessionSinceMs, rules.newDeviceAgeMs),
      found: facts.sessionSinceMs ?? null,
      bound: rules.newDeviceAgeMs,
    },
  ];
}

/**
 * Returns why a withdrawal is held for review, or `undefined` if it is not. Holds for a person take precedence over
 * timed ones, and of two timed ones the later.
 */
export function assessWithdrawal(facts: RiskFacts, rules: RiskRules): WithdrawalHold | undefined {
  const { nowMs, cents } = facts;
  const byOperator = (reason: ReviewReason): WithdrawalHold => ({
    reason,
    untilMs: nowMs + WITHDRAWAL_PROMISE_MS,
    byOperator: true,
  });
  if (cents === undefined || cents > rules.approvalAboveCents) return byOperator("large-amount");
  if (facts.earlierCount >= rules.windowCount || facts.earlierCents + cents > rules.windowCents)
    return byOperator("many-withdrawals");
  if (!isLarge(facts, rules)) return undefined;
  const clocks: WithdrawalHold[] = [];
  if (isYoungerThan(facts.addressKnownSinceMs, rules.newAddressAgeMs, nowMs))
    clocks.push({ reason: "new-address", untilMs: nowMs + rules.newAddressHoldMs, byOperator: false });
  if (!facts.isFirstSession && isYoungerThan(facts.sessionSinceMs, rules.newDeviceAgeMs, nowMs))
    clocks.push({ reason: "new-device", untilMs: nowMs + rules.newDeviceHoldMs, byOperator: false });
  return clocks.sort((a, b) => b.untilMs - a.untilMs)[0];
}

/** Includes earlier ones in the window: an amount split into small ones is treated like a large one. */
function isLarge({ cents, earlierCents }: RiskFacts, { watchedFromCents }: RiskRules): boolean {
  return cents === undefined || earlierCents + cents >= watchedFromCents;
}

/** An unknown age counts as new. */
function isYoungerThan(sinceMs: number | undefined, ageMs: number, nowMs: number): boolean {
  return sinceMs === undefined || nowMs - sinceMs < ageMs;
}
