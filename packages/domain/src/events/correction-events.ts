import type { CorrectBalance } from "../commands/correction-commands.ts";

/** Two operators moved money between a user's wallet and an account of the exchange, with the command's fields. */
export interface BalanceCorrected extends Omit<CorrectBalance, "kind"> {
  readonly kind: "balance-corrected";
  /** Sequence number of its command; `refId` of its fund record. */
  readonly correctionId: number;
}
