import { NetworkLimiter } from "../../kit/network-limiter.ts";
import { networkOf } from "../../kit/network-of.ts";
import type { SharedNetworks } from "../../kit/shared-networks.ts";
import { DoublingWait } from "./doubling-wait.ts";
import { FailureCounter } from "./failure-counter.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";

/** A password that is about to be checked. */
export interface PasswordTry {
  /** Whose password; a name that belongs to nobody counts like any other. */
  readonly account: string;
  readonly address: string;
  /** Hash of a device that logged in to this account before; undefined: none. */
  readonly device?: string | undefined;
  /** A stranger shows neither a session nor a device or network that logged in to this account before. */
  readonly isStranger: boolean;
}

/** Whether a try may go on, and how many are left after it if it fails. */
export type TryAdmission =
  | { readonly waitMs: 0; readonly attemptsLeft: number }
  | { readonly waitMs: number };

/**
 * Wrong passwords. Each device and each network of an account has its own five, so that nobody uses up somebody else's.
 * Strangers' tries also count together: by account they are slowed down, by network they end for a while. Only failed
 * tries count; one under way counts as failed until its outcome is known, so that tries side by side gain nothing.
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

  /** To be followed by `failed`, `succeeded` or `undone` when the answer is a wait of 0. */
  begin(tried: PasswordTry): TryAdmission {
    const { account, address, isStranger } = tried;
    const waitMs = Math.max(
      this.pairs.waitMs(pairOf(tried)),
      isStranger ? this.strangers.waitMs(account) : 0,
      isStranger ? this.networks.foresee(address, this.nowMs()) : 0,
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

  /** The password was not looked at. */
  undone(tried: PasswordTry): void {
    this.pairs.forgive(pairOf(tried));
    if (tried.isStranger) this.strangers.forgive(tried.account);
  }
}

const pairOf = ({ account, address, device }: PasswordTry): string =>
  `${account}\n${device === undefined ? networkOf(address) : `device ${device}`}`;
