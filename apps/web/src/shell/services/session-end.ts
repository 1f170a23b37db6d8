const KEY = "candor-session-end";

/**
 * Stores for this tab why the server ended its session, until the next login; "" clears it. Not in the address, where a
 * crafted link could show any text.
 */
export function storeSessionEnd(reason: string): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Without storage the login page shows no reason.
  }
}

/** Returns the stored reason; "" if none. */
export function storedSessionEnd(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
