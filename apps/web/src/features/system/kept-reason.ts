const KEY = "candor-turned-away";

/** Keeps for this tab why the server turned its user away: logged out, nobody can ask for it again. */
export function keepReason(reason: string): void {
  try {
    sessionStorage.setItem(KEY, reason);
  } catch {
    // Where the browser lets nothing be kept, a reload has the title alone.
  }
}

/** "": nobody was turned away in this tab. */
export function keptReason(): string {
  try {
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}
