import type { Units } from "@candor/money/brand";

/** A user was invited by another, permanently. */
interface InviterSet {
  readonly kind: "inviter-set";
  readonly userId: number;
  readonly inviterId: number;
}

/** The inviters' share of trading fees from now on, in parts per million. */
interface ReferralRateSet {
  readonly kind: "referral-rate-set";
  readonly ratePpm: number;
}

/**
 * An inviter's share of one side's fee in the preceding trade: fee × rate, rounded down, from the venue's fees to the
 * inviter's main wallet.
 */
export interface ReferralPaid {
  readonly kind: "referral-paid";
  readonly inviterId: number;
  /** The user who paid the fee. */
  readonly userId: number;
  readonly marketId: number;
  readonly tradeId: number;
  /** The coin of the fee. */
  readonly assetId: number;
  readonly amountUnits: Units;
  /** Value in USDT at the index at that time, rounded down; 0 without an index. */
  readonly valueUnits: Units;
  /** available + frozen of the inviter's main wallet afterwards. */
  readonly afterUnits: Units;
}

export type ReferralEvent = InviterSet | ReferralRateSet | ReferralPaid;
