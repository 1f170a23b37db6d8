import {
  HOLD_REASONS,
  type HoldReason,
  REVIEW_REASONS,
  type ReviewReason,
} from "@candor/domain/enumerations";
import type { WithdrawalState } from "@candor/domain/events/events";
import type { WithdrawalHold } from "./withdrawal-records.ts";
import { type RiskRules, WITHDRAWAL_PROMISE_MS } from "./withdrawal-rules.ts";

/** Derives the hold from the exchange's own data. An unknown reason is left to a person. */
export function holdOfReason(
  { holdReason, createdAtMs }: Pick<WithdrawalState, "holdReason" | "createdAtMs">,
  rules: RiskRules,
): WithdrawalHold {
  const clocks: Readonly<Record<string, number>> = {
    "new-address": rules.newAddressHoldMs,
    "new-device": rules.newDeviceHoldMs,
  };
  const heldMs = clocks[holdReason];
  return {
    reason: isReason(holdReason) ? holdReason : "large-amount",
    untilMs: createdAtMs + (heldMs ?? WITHDRAWAL_PROMISE_MS),
    byOperator: heldMs === undefined,
  };
}

function isReason(text: string): text is ReviewReason | HoldReason {
  return [...REVIEW_REASONS, ...HOLD_REASONS].some((reason) => reason === text);
}
