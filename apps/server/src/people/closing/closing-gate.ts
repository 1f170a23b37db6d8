import { CLOSING_LIMITS } from "./closing-limits.ts";

/** The same gate in the server's other threads that take calls. */
export interface OtherGates {
  /** Blocks the user's new calls there; resolves once none is in progress there. */
  shut(userId: number): Promise<void>;
  open(userId: number): void;
}

const NO_OTHERS: OtherGates = { shut: () => Promise.resolve(), open: () => undefined };

/**
 * Tracks users with mutating calls in progress, and blocks new ones while an account is being closed, so that the
 * checked state cannot change before the closing.
 */
export class ClosingGate {
  private readonly underWay = new Map<number, number>();
  private readonly shut = new Map<number, () => void>();
  /** Set if other threads take calls too. */
  others: OtherGates = NO_OTHERS;

  isShut(userId: number): boolean {
    return this.shut.has(userId);
  }

  /** Counts a call until it settles. */
  async count<T>(userId: number, call: Promise<T>): Promise<T> {
    this.underWay.set(userId, (this.underWay.get(userId) ?? 0) + 1);
    try {
      return await call;
    } finally {
      this.leave(userId);
    }
  }

  /**
   * Closes the gate, waits for calls in progress, and runs `work` while nothing else changes.
   * @param own number of the user's calls that wait for this one: the closing call itself
   * @returns undefined when they took too long or another closing is in progress; `work` did not run then
   */
  async alone<T>(userId: number, own: number, work: () => Promise<T>): Promise<T | undefined> {
    if (this.isShut(userId)) return undefined;
    const late = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => late.resolve(false), CLOSING_LIMITS.callTimeoutMs);
    try {
      const quiet = Promise.all([this.shutFor(userId, own), this.others.shut(userId)]).then(() => true);
      return (await Promise.race([quiet, late.promise])) ? await work() : undefined;
    } finally {
      clearTimeout(timer);
      this.open(userId);
      this.others.open(userId);
    }
  }

  /** Blocks new calls of a user; resolves once at most `own` are in progress. */
  shutFor(userId: number, own = 0): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if ((this.underWay.get(userId) ?? 0) <= own) resolve();
      };
      this.shut.set(userId, look);
      look();
    });
  }

  open(userId: number): void {
    this.shut.delete(userId);
  }

  private leave(userId: number): void {
    const left = (this.underWay.get(userId) ?? 1) - 1;
    if (left === 0) this.underWay.delete(userId);
    else this.underWay.set(userId, left);
    this.shut.get(userId)?.();
  }
}
