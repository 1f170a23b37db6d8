import type { Units } from "@candor/money/brand";

/**
 * What comes from a chain and what goes out to one. Chains are numbered by configuration, from 0 on, and keep their
 * numbers for ever. Transaction hashes are `0x` and 64 hexadecimal digits, addresses `0x` and 40, kept as they are
 * written: the letter case of an address is its checksum.
 */

/**
 * Credits `main` from the outside world, once for each transfer on a chain, for ever: a repetition is answered as one
 * and moves nothing, whatever else it says.
 */
export interface CreditDeposit {
  readonly kind: "credit-deposit";
  readonly userId: number;
  readonly assetId: number;
  readonly amountUnits: Units;
  readonly chainIndex: number;
  readonly txHash: string;
  /** Place of the transfer's log in its block; −1 for the native coin that the transaction itself carries. */
  readonly logIndex: number;
  readonly key: "";
}

/**
 * Freezes `amountUnits` in `main`. The withdrawal's id is the sequence number of this command. It begins as `frozen`
 * and, with `needsReview`, goes on to `reviewing` at once: then nothing but a review lets it go further.
 */
export interface RequestWithdrawal {
  readonly kind: "request-withdrawal";
  readonly userId: number;
  readonly assetId: number;
  readonly chainIndex: number;
  readonly address: string;
  /** Leaves the wallet; `amountUnits` − `feeUnits` arrives. */
  readonly amountUnits: Units;
  readonly feeUnits: Units;
  readonly needsReview: boolean;
  /** Why it is reviewed, for its user: a word of `[a-z-]`, at most 40 characters; absent or "": nothing to say. */
  readonly holdReason?: string;
  readonly key: string;
}

/** The steps that a withdrawal can be told to take, in their order. */
export type WithdrawalStep = "reviewing" | "approved" | "signed" | "broadcast";

/**
 * Moves a withdrawal one step on: frozen → reviewing → approved → signed → broadcast; `reviewing` may be left out.
 * The step that it is at is a repetition, and with another `txHash` a replacement (a higher fee, another nonce).
 */
export interface AdvanceWithdrawal {
  readonly kind: "advance-withdrawal";
  readonly withdrawalId: number;
  readonly status: WithdrawalStep;
  /** Needed for `signed` and `broadcast`, "" for the others. */
  readonly txHash: string;
}

/**
 * Ends a withdrawal: `confirmed` (only after `broadcast`) pays the net amount to the outside world and the fee to the
 * exchange; `returned` (at any step before) gives all of it back.
 */
export interface SettleWithdrawal {
  readonly kind: "settle-withdrawal";
  readonly withdrawalId: number;
  readonly outcome: "confirmed" | "returned";
  /** The transaction that paid it, needed with `confirmed`; "" keeps the one known so far. */
  readonly txHash: string;
  /** Why it was returned, for its user; at most LIMITS.maxReasonLength characters. */
  readonly reason: string;
}
