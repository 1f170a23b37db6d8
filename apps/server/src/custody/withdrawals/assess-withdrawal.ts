import type { ReviewReason } from "@candor/domain/enumerations";
import type { RiskCheck } from "./risk-check.ts";
import type { WithdrawalHold } from "./withdrawal-records.ts";
import { type RiskRules, WITHDRAWAL_PROMISE_MS } from "./withdrawal-rules.ts";

/** What is known of a withdrawal when it is asked for. */
export interface RiskFacts {
  readonly nowMs: number;
  /** Its value in hundredths of a USDT; undefined: the asset has no price now. */
  readonly cents: number | undefined;
  /** When the address was first paid to, or came into the book; undefined: never. */
  readonly addressKnownSinceMs: number | undefined;
  /** When the session was opened; undefined: nobody knows any more. */
  readonly sessionSinceMs: number | undefined;
  /** The account was opened in this session. */
  readonly isFirstSession: boolean;
  /** Withdrawals within the window of the rules, this one left out. */
  readonly earlierCount: number;
  readonly earlierCents: number;
}

/** Every rule with what it said, in the order in which they count; kept with the request for whoever decides. */
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
 * Why a withdrawal is looked at first; undefined: it is not. What a person must look at goes before what the clock
 * lets go, and of two clocks the later one counts.
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

/** Together with the earlier ones of the window: an amount that is split into small ones is watched like a large one. */
function isLarge({ cents, earlierCents }: RiskFacts, { watchedFromCents }: RiskRules): boolean {
  return cents === undefined || earlierCents + cents >= watchedFromCents;
}

/** What nobody knows counts as new. */
function isYoungerThan(sinceMs: number | undefined, ageMs: number, nowMs: number): boolean {
  return sinceMs === undefined || nowMs - sinceMs < ageMs;
}
