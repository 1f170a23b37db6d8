import type { Units } from "@candor/money/brand";
import type { CorrectionAccount, CorrectionWallet } from "./enumerations.ts";

/** Two operators moved money between a user's wallet and an account of the exchange. */
export interface BalanceCorrected {
  readonly kind: "balance-corrected";
  /** The sequence number of its command: `refId` of its fund record. */
  readonly correctionId: number;
  readonly proposalId: number;
  readonly userId: number;
  readonly wallet: CorrectionWallet;
  readonly assetId: number;
  /** Signed, as the user sees it. */
  readonly amountUnits: Units;
  readonly account: CorrectionAccount;
  readonly reason: string;
  readonly proposedBy: string;
  readonly confirmedBy: string;
}
