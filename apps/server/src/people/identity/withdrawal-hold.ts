import type { HoldReason } from "@candor/domain/enumerations";
import type { IdentityContext } from "./identity-context.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { User } from "./user-and-session.ts";

/** Why and until when a user cannot withdraw. */
export interface WithdrawalHold {
  readonly reason: HoldReason;
  readonly untilMs: number;
}

/** Returns when a hold that starts now ends. */
export function newHoldUntilMs({ nowMs }: Pick<IdentityContext, "nowMs">): number {
  return nowMs() + IDENTITY_LIMITS.withdrawalHoldMs;
}

/** Returns the active hold, or null. */
export function withdrawalHoldOf(user: User, nowMs: number): WithdrawalHold | null {
  const { withdrawalHoldReason, withdrawalHoldUntilMs } = user;
  if (withdrawalHoldUntilMs <= nowMs) return null;
  return { reason: withdrawalHoldReason ?? "password", untilMs: withdrawalHoldUntilMs };
}
