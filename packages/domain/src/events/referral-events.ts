import type { Units } from "@candor/money/brand";

/** A user was invited by another, which stays so for ever. */
export interface InviterSet {
  readonly kind: "inviter-set";
  readonly userId: number;
  readonly inviterId: number;
}

/** The share of trading fees that inviters get from now on, in millionths. */
export interface ReferralRateSet {
  readonly kind: "referral-rate-set";
  readonly ratePpm: number;
}

/**
 * An inviter's share of one side's fee of the trade told before: the fee × rate, rounded down, out of the venue's fees
 * into the inviter's main wallet.
 */
export interface ReferralPaid {
  readonly kind: "referral-paid";
  readonly inviterId: number;
  /** Who paid the fee. */
  readonly userId: number;
  readonly marketId: number;
  readonly tradeId: number;
  /** The coin of the fee. */
  readonly assetId: number;
  readonly amountUnits: Units;
  /** Its worth in USDT at the index of that moment, rounded down; 0: there was no index. */
  readonly valueUnits: Units;
  /** available + frozen of the inviter's main wallet after it. */
  readonly afterUnits: Units;
}

export type ReferralEvent = InviterSet | ReferralRateSet | ReferralPaid;
