import type { SessionEnd } from "@candor/protocol/enumerations";
import { SESSION_ENDS } from "@candor/protocol/enumerations";

const KEY = "candor-session-end";

/**
 * Keeps for this tab why the server ended its session, until the next login. Not in the address: whoever makes a link would
 * have the login page say anything.
 */
export function keepSessionEnd(reason: unknown): void {
  if (!isSessionEnd(reason)) return;
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Where the browser keeps nothing, the login page says nothing.
  }
}

export function forgetSessionEnd(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept either.
  }
}

/** null: the session did not end, or its time was over. */
export function keptSessionEnd(): SessionEnd | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    return isSessionEnd(kept) ? kept : null;
  } catch {
    return null;
  }
}

export const isSessionEnd = (value: unknown): value is SessionEnd =>
  SESSION_ENDS.some((reason) => reason === value);
