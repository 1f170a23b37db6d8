const KEY = "candor-session-end";

/**
 * Keeps for this tab why the server ended its session, until the next login; "" forgets it. Not in the address: whoever
 * makes a link would have the login page say anything.
 */
export function keepSessionEnd(reason: string): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Where the browser keeps nothing, the login page says nothing.
  }
}

/** What was kept; "" for nothing. */
export function keptSessionEnd(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
