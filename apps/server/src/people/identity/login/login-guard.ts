import { NetworkLimiter } from "../../../kit/limits/network-limiter.ts";
import { networkOf } from "../../../kit/limits/network-of.ts";
import type { SharedNetworks } from "../../../kit/limits/shared-networks.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import { DoublingWait } from "./doubling-wait.ts";
import { FailureCounter } from "./failure-counter.ts";

/** An attempt whose password is about to be checked. */
export interface PasswordTry {
  /** Account that is tried; a nonexistent name counts like any other. */
  readonly account: string;
  readonly address: string;
  /** Hash of a device that has logged in to this account before, or `undefined`. */
  readonly device?: string | undefined;
  /** A stranger has neither a session nor a device or network that has logged in to this account before. */
  readonly isStranger: boolean;
}

/** Whether an attempt may proceed, and how many are left if it fails. */
export type TryAdmission =
  | { readonly waitMs: 0; readonly attemptsLeft: number }
  | { readonly waitMs: number };

/**
 * Wrong passwords. Each device and each network of an account has five attempts of its own, so that nobody uses up
 * another's. Strangers' attempts also count together: per account they are slowed down, per network they are blocked
 * for a while. Only failed attempts count; one in progress counts as failed until its outcome is known, so that
 * concurrent attempts gain nothing.
 */
export class LoginGuard {
  private readonly pairs: FailureCounter;
  private readonly strangers: DoublingWait;
  private readonly networks: NetworkLimiter;
  private readonly nowMs: () => number;

  constructor(nowMs: () => number, shared?: SharedNetworks) {
    const { loginAttempts, loginLockMs, maxLoginPairs, strangersPasswords, wrongPasswordsOfNetwork } =
      IDENTITY_LIMITS;
    this.pairs = new FailureCounter(
      { attempts: loginAttempts, lockMs: loginLockMs, maxKeys: maxLoginPairs },
      nowMs,
    );
    this.strangers = new DoublingWait({ ...strangersPasswords, maxKeys: maxLoginPairs }, nowMs);
    this.networks = new NetworkLimiter(wrongPasswordsOfNetwork, shared);
    this.nowMs = nowMs;
  }

  /** Starts an attempt. If the wait is 0, call `failed`, `succeeded` or `undone` afterwards. */
  begin(tried: PasswordTry): TryAdmission {
    const { account, address, isStranger } = tried;
    const waitMs = Math.max(
      this.pairs.waitMs(pairOf(tried)),
      isStranger ? this.strangers.waitMs(account) : 0,
      isStranger ? this.networks.peek(address, this.nowMs()) : 0,
    );
    if (waitMs > 0) return { waitMs };
    if (isStranger) this.strangers.count(account);
    return { waitMs: 0, attemptsLeft: this.pairs.failed(pairOf(tried)) };
  }

  failed({ address, isStranger }: PasswordTry): void {
    if (isStranger) this.networks.take(address, this.nowMs());
  }

  succeeded(tried: PasswordTry): void {
    this.pairs.succeeded(pairOf(tried));
    if (tried.isStranger) this.strangers.forgive(tried.account);
  }

  /** Takes back an attempt whose password was not checked. */
  undone(tried: PasswordTry): void {
    this.pairs.forgive(pairOf(tried));
    if (tried.isStranger) this.strangers.forgive(tried.account);
  }
}

const pairOf = ({ account, address, device }: PasswordTry): string =>
  `${account}\n${device === undefined ? networkOf(address) : `device ${device}`}`;
