import { BoundedMap } from "./bounded-map.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";

interface Failures {
  readonly count: number;
  readonly lastAtMs: number;
}

/** Wrong passwords by account and address: after five in a row that pair waits 15 minutes. */
export class LoginGuard {
  private readonly failures = new BoundedMap<string, Failures>(IDENTITY_LIMITS.maxLoginPairs);
  private readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** Milliseconds until the pair may try again; 0: now. */
  waitMs(account: string, address: string): number {
    const failures = this.recent(account, address);
    if (failures === undefined || failures.count < IDENTITY_LIMITS.loginAttempts) return 0;
    return failures.lastAtMs + IDENTITY_LIMITS.loginLockMs - this.nowMs();
  }

  /** @returns attempts left */
  failed(account: string, address: string): number {
    const count = (this.recent(account, address)?.count ?? 0) + 1;
    this.failures.set(pair(account, address), { count, lastAtMs: this.nowMs() });
    return Math.max(0, IDENTITY_LIMITS.loginAttempts - count);
  }

  succeeded(account: string, address: string): void {
    this.failures.delete(pair(account, address));
  }

  private recent(account: string, address: string): Failures | undefined {
    const failures = this.failures.get(pair(account, address));
    if (failures === undefined || failures.lastAtMs + IDENTITY_LIMITS.loginLockMs <= this.nowMs())
      return undefined;
    return failures;
  }
}

const pair = (account: string, address: string): string => `${account}\n${address}`;
