import type { Units } from "@candor/money/brand";

/**
 * Deposits from and withdrawals to chains. Chains are numbered from 0 by configuration, and the numbers never change.
 * Transaction hashes are `0x` and 64 hexadecimal digits, addresses `0x` and 40, stored as written: the letter case of
 * an address is its checksum.
 */

/**
 * Credits `main` from the outside world, only once per transfer on a chain: a repetition is an accepted no-op, whatever
 * its other fields.
 */
export interface CreditDeposit {
  readonly kind: "credit-deposit";
  readonly userId: number;
  readonly assetId: number;
  readonly amountUnits: Units;
  readonly chainIndex: number;
  readonly txHash: string;
  /** Index of the transfer's log in its block; −1 for the native coin sent by the transaction itself. */
  readonly logIndex: number;
  readonly key: "";
}

/**
 * Freezes `amountUnits` in `main`. The withdrawal's id is the sequence number of this command. It starts as `frozen`
 * and, with `needsReview`, becomes `reviewing` at once; then only a review lets it continue.
 */
export interface RequestWithdrawal {
  readonly kind: "request-withdrawal";
  readonly userId: number;
  readonly assetId: number;
  readonly chainIndex: number;
  readonly address: string;
  /** Amount leaving the wallet; `amountUnits` − `feeUnits` arrives. */
  readonly amountUnits: Units;
  readonly feeUnits: Units;
  readonly needsReview: boolean;
  /** Why it is reviewed, shown to its user: a word of `[a-z-]`, at most 40 characters; absent or "" for no reason. */
  readonly holdReason?: string;
  readonly key: string;
}

/** Steps a withdrawal can be advanced to, in order. */
export type WithdrawalStep = "reviewing" | "approved" | "signed" | "broadcast";

/**
 * Advances a withdrawal: frozen → reviewing → approved → signed → broadcast; `reviewing` may be skipped. The current
 * step again is a repetition, and with another `txHash` a replacement (a higher fee, another nonce).
 */
export interface AdvanceWithdrawal {
  readonly kind: "advance-withdrawal";
  readonly withdrawalId: number;
  readonly status: WithdrawalStep;
  /** Required for `signed` and `broadcast`, "" for the others. */
  readonly txHash: string;
}

/**
 * Ends a withdrawal: `confirmed` (only after `broadcast`) pays the net amount to the outside world and the fee to the
 * exchange; `returned` (at any earlier step) gives all of it back.
 */
export interface SettleWithdrawal {
  readonly kind: "settle-withdrawal";
  readonly withdrawalId: number;
  readonly outcome: "confirmed" | "returned";
  /** The transaction that paid it, required with `confirmed`; "" keeps the current one. */
  readonly txHash: string;
  /** Why it was returned, shown to its user; at most LIMITS.maxReasonLength characters. */
  readonly reason: string;
}
