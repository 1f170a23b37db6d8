import { networkOf } from "../network-of.ts";
import { FailureCounter } from "./failure-counter.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";

/** Wrong passwords by account and network: after five in a row that pair waits 15 minutes. */
export class LoginGuard {
  private readonly counter: FailureCounter;

  constructor(nowMs: () => number) {
    const { loginAttempts, loginLockMs, maxLoginPairs } = IDENTITY_LIMITS;
    const limits = { attempts: loginAttempts, lockMs: loginLockMs, maxKeys: maxLoginPairs };
    this.counter = new FailureCounter(limits, nowMs);
  }

  /** Milliseconds until the pair may try again; 0: now. */
  waitMs(account: string, address: string): number {
    return this.counter.waitMs(pair(account, address));
  }

  /** @returns attempts left */
  failed(account: string, address: string): number {
    return this.counter.failed(pair(account, address));
  }

  succeeded(account: string, address: string): void {
    this.counter.succeeded(pair(account, address));
  }
}

const pair = (account: string, address: string): string => `${account}\n${networkOf(address)}`;
