const KEY = "candor-turned-away";

/** Stores for this tab why the user was turned away: once logged out, it cannot be fetched again. */
export function storeReason(reason: string): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Without storage, only the title remains after a reload.
  }
}

/** "" if nobody was turned away in this tab. */
export function storedReason(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
