import type { Units } from "@candor/money/brand";
import type { CorrectionAccount, CorrectionWallet } from "../enumerations.ts";

/**
 * Moves money between a user's wallet and one of the exchange's own accounts, as two people decided who are not the
 * same. It is the only command that changes what a user has without the user, and it never takes what is not there:
 * neither side falls below zero. A proposal is carried out once for ever; its repetition is answered as one.
 */
export interface CorrectBalance {
  readonly kind: "correct-balance";
  /** From 1 on, given by whoever keeps the proposals. */
  readonly proposalId: number;
  readonly userId: number;
  readonly wallet: CorrectionWallet;
  readonly assetId: number;
  /** Signed: above 0 the user gets it, below 0 the user gives it. Never 0. */
  readonly amountUnits: Units;
  /** Where it comes from or goes to. Pools only receive. */
  readonly account: CorrectionAccount;
  /** For the user, word for word; at most LIMITS.maxReasonLength UTF-16 units. */
  readonly reason: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
}
