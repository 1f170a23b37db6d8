import type { Language } from "@candor/domain/enumerations";
import { BoundedMap } from "../../../kit/bounded-map.ts";
import type { SharedNetworks } from "../../../kit/limits/shared-networks.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import type { KnownPlaces } from "../login/known-places.ts";
import { LoginGuard, type PasswordTry } from "../login/login-guard.ts";
import type { User } from "../user-and-session.ts";

/** The caller that sends a second factor. */
export interface FactorCaller {
  readonly address: string;
  /** Device token, as sent. */
  readonly device?: string | undefined;
  readonly language: Language;
  /** Host from the request. */
  readonly host?: string | undefined;
  /** Whether the caller has a session of the account. */
  readonly hasSession: boolean;
}

/**
 * Wrong second factors, which count like wrong passwords: per account and device or network, and strangers' together
 * per account. Someone who gets to guess here knows the password or reads the mailbox, and must not lock out the owner.
 */
export class SecondFactorGuard extends LoginGuard {
  private readonly places: KnownPlaces;
  private readonly clock: () => number;
  /** Time of the last mail to the owner about strangers' wrong second factors, by user. */
  private readonly toldAtMs = new BoundedMap<number, number>(IDENTITY_LIMITS.maxSecondFactorUsers);

  constructor(nowMs: () => number, places: KnownPlaces, shared?: SharedNetworks) {
    super(nowMs, shared);
    this.clock = nowMs;
    this.places = places;
  }

  /** Sessions from unknown places are slowed down together too, separately from callers without a session. */
  attemptOf(user: User, { address, device, hasSession }: FactorCaller): PasswordTry {
    const known = this.places.deviceOf(user, device);
    const isStranger = known === undefined && !this.places.isKnownNetwork(user, address);
    return { account: `${user.userId}${hasSession ? " session" : ""}`, address, device: known, isStranger };
  }

  /** Returns whether the owner should be mailed about a stranger's wrong second factor: at most once a day. */
  isNoticeDue({ userId }: User): boolean {
    const now = this.clock();
    const toldAtMs = this.toldAtMs.get(userId);
    if (toldAtMs !== undefined && now - toldAtMs < IDENTITY_LIMITS.secondFactorToldMs) return false;
    this.toldAtMs.set(userId, now);
    return true;
  }
}
