import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { User } from "./user-and-session.ts";

/**
 * Whether something was added to the account so lately that a thief may have done it. In a frozen account nothing grows
 * older: its owner may need longer than the doubt lasts to come back.
 * @param sinceMs 0: since the account was opened
 */
export function isInDoubt(
  { frozenByOwner }: Pick<User, "frozenByOwner">,
  sinceMs: number,
  nowMs: number,
): boolean {
  return sinceMs > 0 && (frozenByOwner?.atMs ?? nowMs) < doubtEndsAtMs(sinceMs);
}

export const doubtEndsAtMs = (sinceMs: number): number => sinceMs + IDENTITY_LIMITS.doubtMs;
