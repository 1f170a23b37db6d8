import { BoundedMap } from "../../../kit/bounded-map.ts";
import { IDENTITY_LIMITS } from "../identity-limits.ts";
import { randomToken } from "../random-codes.ts";
import type { RelyingParty } from "./relying-party.ts";

/** `add` creates a passkey, `prove` is a second factor of a known user, `login` accepts anyone with a passkey. */
export type ChallengePurpose = "add" | "prove" | "login";

export interface OpenChallenge {
  readonly purpose: ChallengePurpose;
  /** A user's number or an operator's name; `undefined` for anyone. */
  readonly owner: number | string | undefined;
  readonly party: RelyingParty;
  /** Set when adding a passkey. */
  readonly userHandle: string | undefined;
  /** When adding a passkey: whether a second factor was checked. Absent if its owner had none. */
  readonly showedFactor?: boolean;
}

/**
 * Open challenges for authenticators. Each can be answered once, within five minutes. In memory: an
 * answer to one from before a restart is rejected with a request to start again.
 */
export class PasskeyChallenges {
  private readonly open = new BoundedMap<string, OpenChallenge & { readonly expiresAtMs: number }>(
    IDENTITY_LIMITS.maxChallenges,
  );
  private readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** @returns 256 random bits in base64url */
  issue(challenge: OpenChallenge): string {
    const text = randomToken();
    const expiresAtMs = this.nowMs() + IDENTITY_LIMITS.challengeLifetimeMs;
    this.open.set(text, { ...challenge, expiresAtMs });
    return text;
  }

  /**
   * Removes and returns the answered challenge; `undefined` if it was issued for another purpose, "expired" if it was
   * answered before or is not open any more.
   */
  take(
    text: string,
    purpose: ChallengePurpose,
    owner: number | string | undefined,
  ): OpenChallenge | "expired" | undefined {
    const challenge = this.open.get(text);
    if (challenge === undefined) return "expired";
    if (challenge.purpose !== purpose || challenge.owner !== owner) return undefined;
    this.open.delete(text);
    return challenge.expiresAtMs > this.nowMs() ? challenge : "expired";
  }
}
