import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { User } from "./user-and-session.ts";

/**
 * Returns whether something was added to the account so recently that a thief may have done it. The age is frozen
 * together with the account: its owner may need longer than the doubt period to come back.
 * @param sinceMs 0 means since the account was opened
 */
export function isInDoubt(
  { frozenByOwner }: Pick<User, "frozenByOwner">,
  sinceMs: number,
  nowMs: number,
): boolean {
  return sinceMs > 0 && (frozenByOwner?.atMs ?? nowMs) < doubtEndsAtMs(sinceMs);
}

export const doubtEndsAtMs = (sinceMs: number): number => sinceMs + IDENTITY_LIMITS.doubtMs;
