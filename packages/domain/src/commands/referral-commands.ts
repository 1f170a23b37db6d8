/**
 * Says who invited a user, once for ever. Both are traders with open accounts. Idempotent: the same inviter again is
 * accepted and changes nothing; another one is refused.
 */
export interface SetInviter {
  readonly kind: "set-inviter";
  readonly userId: number;
  readonly inviterId: number;
}

/** Under RULES.announcedRaises inviters get at most half of a fee. */
export const MAX_REFERRAL_PPM = 500_000;

/** Sets the share of trading fees that inviters get, in millionths: 0 to 1,000,000. Idempotent. */
export interface SetReferralRate {
  readonly kind: "set-referral-rate";
  readonly ratePpm: number;
}

export type ReferralCommand = SetInviter | SetReferralRate;
