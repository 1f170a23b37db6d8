import { CLOSING_LIMITS } from "./closing-limits.ts";

/**
 * Knows which users have calls under way that may change something, and lets none begin for a user whose account is
 * being closed: what is looked at before an account is closed must not change until it is.
 */
export class ClosingGate {
  private readonly underWay = new Map<number, number>();
  private readonly shut = new Map<number, () => void>();

  isShut(userId: number): boolean {
    return this.shut.has(userId);
  }

  /** Counts a call until it is over. */
  count<T>(userId: number, call: Promise<T>): Promise<T> {
    this.underWay.set(userId, (this.underWay.get(userId) ?? 0) + 1);
    return call.finally(() => this.leave(userId));
  }

  /**
   * Shuts the gate, lets the calls that had begun end, and runs what may then rely on nothing being changed.
   * @param own calls of the user that wait for this one: its own
   * @returns undefined: they took too long, or another one is at it; nothing was done
   */
  async alone<T>(userId: number, own: number, work: () => Promise<T>): Promise<T | undefined> {
    if (this.isShut(userId)) return undefined;
    const settled = Promise.withResolvers<boolean>();
    const look = (): void => {
      if ((this.underWay.get(userId) ?? 0) <= own) settled.resolve(true);
    };
    this.shut.set(userId, look);
    const timer = setTimeout(() => settled.resolve(false), CLOSING_LIMITS.settlingMs);
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
