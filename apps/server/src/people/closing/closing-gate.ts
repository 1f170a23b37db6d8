import { CLOSING_LIMITS } from "./closing-limits.ts";

/**
 * Tracks users with mutating calls in progress, and blocks new ones while an account is being closed, so that the
 * checked state cannot change before the closing.
 */
export class ClosingGate {
  private readonly underWay = new Map<number, number>();
  private readonly shut = new Map<number, () => void>();

  isShut(userId: number): boolean {
    return this.shut.has(userId);
  }

  /** Counts a call until it settles. */
  count<T>(userId: number, call: Promise<T>): Promise<T> {
    this.underWay.set(userId, (this.underWay.get(userId) ?? 0) + 1);
    return call.finally(() => this.leave(userId));
  }

  /**
   * Closes the gate, waits for calls in progress, and runs `work` while nothing else changes.
   * @param own number of the user's calls that wait for this one: the closing call itself
   * @returns undefined when they took too long or another closing is in progress; `work` did not run then
   */
  async alone<T>(userId: number, own: number, work: () => Promise<T>): Promise<T | undefined> {
    if (this.isShut(userId)) return undefined;
    const settled = Promise.withResolvers<boolean>();
    const look = (): void => {
      if ((this.underWay.get(userId) ?? 0) <= own) settled.resolve(true);
    };
    this.shut.set(userId, look);
    const timer = setTimeout(() => settled.resolve(false), CLOSING_LIMITS.callTimeoutMs);
    try {
      look();
      return (await settled.promise) ? await work() : undefined;
    } finally {
      clearTimeout(timer);
      this.shut.delete(userId);
    }
  }

  private leave(userId: number): void {
    const left = (this.underWay.get(userId) ?? 1) - 1;
    if (left === 0) this.underWay.delete(userId);
    else this.underWay.set(userId, left);
    this.shut.get(userId)?.();
  }
}
