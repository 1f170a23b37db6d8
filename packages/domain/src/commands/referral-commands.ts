/**
 * Sets a user's inviter permanently. Both must be traders with open accounts. Idempotent: the same inviter again is an
 * accepted no-op; another one is rejected.
 */
export interface SetInviter {
  readonly kind: "set-inviter";
  readonly userId: number;
  readonly inviterId: number;
}

/** Under RULES.announcedRaises, inviters get at most half of a fee. */
export const MAX_REFERRAL_PPM = 500_000;

/** Sets the inviters' share of trading fees, in parts per million: 0 to 1,000,000. Idempotent. */
export interface SetReferralRate {
  readonly kind: "set-referral-rate";
  readonly ratePpm: number;
}

export type ReferralCommand = SetInviter | SetReferralRate;
