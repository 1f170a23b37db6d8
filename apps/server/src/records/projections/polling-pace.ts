/** Somebody waits for the next commit. */
const WAITED_FOR_MS = 10;
/** Rows are to come; doubles with each look that finds none. */
const MIN_BEHIND_MS = 25;
const MAX_BEHIND_MS = 400;
/** Nothing is to come: only notices tables that were emptied. */
const IDLE_MS = 1_000;
/** The database is unreachable, even if somebody waits. */
const MIN_UNREACHABLE_MS = 100;
const MAX_UNREACHABLE_MS = 1_000;

/** When to look at the checkpoint next. */
export class PollingPace {
  private behindMs = MIN_BEHIND_MS;
  private unreachableMs = 0;

  delayMs(isWaitedFor: boolean, isBehind: boolean): number {
    if (this.unreachableMs > 0) return this.unreachableMs;
    if (isWaitedFor) return WAITED_FOR_MS;
    return isBehind ? this.behindMs : IDLE_MS;
  }

  restart(): void {
    this.behindMs = MIN_BEHIND_MS;
  }

  succeeded(isProgress: boolean): void {
    this.unreachableMs = 0;
    this.behindMs = isProgress ? MIN_BEHIND_MS : Math.min(this.behindMs * 2, MAX_BEHIND_MS);
  }

  /** @returns whether the look before was successful */
  failed(): boolean {
    const wasReachable = this.unreachableMs === 0;
    this.unreachableMs = wasReachable
      ? MIN_UNREACHABLE_MS
      : Math.min(this.unreachableMs * 2, MAX_UNREACHABLE_MS);
    return wasReachable;
  }
}
