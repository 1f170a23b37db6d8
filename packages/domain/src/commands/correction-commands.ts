import type { Units } from "@candor/money/brand";
import type { CorrectionAccount, CorrectionWallet } from "../enumerations.ts";

/**
 * Moves money between a user's wallet and one of the exchange's own accounts, as decided by two different people. It is
 * the only command that changes a user's balance without the user, and it never makes either side negative. A proposal
 * executes only once; repeating it returns the same result.
 */
export interface CorrectBalance {
  readonly kind: "correct-balance";
  /** Starts at 1; assigned by the store of proposals. */
  readonly proposalId: number;
  readonly userId: number;
  readonly wallet: CorrectionWallet;
  readonly assetId: number;
  /** Signed: positive credits the user, negative debits the user. Never 0. */
  readonly amountUnits: Units;
  /** The other account. Pools can only receive. */
  readonly account: CorrectionAccount;
  /** Shown to the user verbatim; at most LIMITS.maxReasonLength UTF-16 units. */
  readonly reason: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
}
