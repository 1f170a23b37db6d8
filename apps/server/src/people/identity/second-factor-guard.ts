import type { Language } from "@candor/domain/enumerations";
import { BoundedMap } from "../../kit/bounded-map.ts";
import type { SharedNetworks } from "../../kit/shared-networks.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { KnownPlaces } from "./known-places.ts";
import { LoginGuard, type PasswordTry } from "./login-guard.ts";
import type { User } from "./user-and-session.ts";

/** Who shows a second factor. */
export interface FactorCaller {
  readonly address: string;
  /** Token of its device, as it was shown. */
  readonly device?: string | undefined;
  readonly language: Language;
  /** The host that the request names. */
  readonly host?: string | undefined;
  /** Has a session of the account. */
  readonly hasSession: boolean;
}

/**
 * Wrong second factors, which count as wrong passwords do: by account and device or network, and strangers' together by
 * account. Someone who guesses there knows the password or reads the mailbox, and must not lock out the owner.
 */
export class SecondFactorGuard extends LoginGuard {
  private readonly places: KnownPlaces;
  private readonly clock: () => number;
  /** When the owner last got a mail about wrong second factors from strangers, by user. */
  private readonly toldAtMs = new BoundedMap<number, number>(IDENTITY_LIMITS.maxSecondFactorUsers);

  constructor(nowMs: () => number, places: KnownPlaces, shared?: SharedNetworks) {
    super(nowMs, shared);
    this.clock = nowMs;
    this.places = places;
  }

  /** Sessions in unknown places are slowed down together too, apart from callers without one. */
  tryOf(user: User, { address, device, hasSession }: FactorCaller): PasswordTry {
    const known = this.places.deviceOf(user, device);
    const isStranger = known === undefined && !this.places.isKnownNetwork(user, address);
    return { account: `${user.userId}${hasSession ? " session" : ""}`, address, device: known, isStranger };
  }

  /** Whether a stranger's wrong second factor is due to be mailed to the owner: at most once a day. */
  isNews({ userId }: User): boolean {
    const now = this.clock();
    const toldAtMs = this.toldAtMs.get(userId);
    if (toldAtMs !== undefined && now - toldAtMs < IDENTITY_LIMITS.secondFactorToldMs) return false;
    this.toldAtMs.set(userId, now);
    return true;
  }
}
