import { BoundedMap } from "../../../kit/bounded-map.ts";
import { isTokenForm, randomToken, tokenHash } from "../random-codes.ts";
import type { User } from "../user-and-session.ts";

/** How long a correct payment password is valid for further transfers. */
const GRANT_MS = 5 * 60_000;
/** Maximum grants kept at a time; the oldest is evicted first. */
const MAX_GRANTS = 20_000;

export interface PaymentGrant {
  /** 43 characters. Kept only in memory, by the browser tab where the password was typed. */
  readonly token: string;
  readonly untilMs: number;
}

/** Includes both password hashes: changing either invalidates the grant. */
interface Granted extends Pick<User, "userId" | "paymentHash" | "passwordHash"> {
  readonly sessionId: string;
  readonly untilMs: number;
}

/**
 * Recently checked payment passwords, by the hash of a token. A grant is valid only for transfers between its user's
 * wallets, in the session that typed the password, and in memory: a restart ends it (docs/adr/0034-payment-grant.md).
 */
export class PaymentGrants {
  private readonly grants = new BoundedMap<string, Granted>(MAX_GRANTS);
  private readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** Call only after the payment password was checked in this session. */
  give({ userId, paymentHash, passwordHash }: User, sessionId: string): PaymentGrant {
    const token = randomToken();
    const untilMs = this.nowMs() + GRANT_MS;
    this.grants.set(tokenHash(token), { userId, paymentHash, passwordHash, sessionId, untilMs });
    return { token, untilMs };
  }

  /** Returns whether the token replaces the payment password; using it does not extend it. */
  covers(user: User, sessionId: string, token: string): boolean {
    if (!isTokenForm(token)) return false;
    const granted = this.grants.get(tokenHash(token));
    return (
      granted !== undefined &&
      granted.untilMs > this.nowMs() &&
      granted.userId === user.userId &&
      granted.sessionId === sessionId &&
      granted.paymentHash === user.paymentHash &&
      granted.passwordHash === user.passwordHash &&
      // After a wrong password the correct one is required again.
      user.paymentFailures === 0
    );
  }
}
