import { BoundedMap } from "../../kit/bounded-map.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import { randomToken } from "./random-codes.ts";
import type { RelyingParty } from "./relying-party.ts";

/** `add`: a new passkey; `prove`: a second factor of a known user; `login`: whoever holds a passkey. */
export type ChallengePurpose = "add" | "prove" | "login";

export interface OpenChallenge {
  readonly purpose: ChallengePurpose;
  /** A user's number or an operator's name; undefined: whoever answers. */
  readonly owner: number | string | undefined;
  readonly party: RelyingParty;
  /** Of a passkey to be added. */
  readonly userHandle: string | undefined;
  /** For a passkey to be added: whether a second factor was shown; absent: its owner had none. */
  readonly showedFactor?: boolean;
}

/** Questions that authenticators have been asked. Each may be answered once, within five minutes. */
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

  /** The challenge that is answered now, if it was asked for this; it is gone then. */
  take(
    text: string,
    purpose: ChallengePurpose,
    owner: number | string | undefined,
  ): OpenChallenge | undefined {
    const challenge = this.open.get(text);
    if (challenge === undefined || challenge.purpose !== purpose || challenge.owner !== owner)
      return undefined;
    this.open.delete(text);
    return challenge.expiresAtMs > this.nowMs() ? challenge : undefined;
  }
}
