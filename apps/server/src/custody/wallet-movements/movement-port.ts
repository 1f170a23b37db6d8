import type { WithdrawalChanged } from "@candor/domain/events/events";
import type { WireDeposit, WireWithdrawal } from "@candor/wire/chain-objects";

/** News of a user's deposit or withdrawal that the exchange's journal does not tell. */
export type Movement =
  | { readonly type: "deposit"; readonly userId: number; readonly data: { readonly deposit: WireDeposit } }
  | {
      readonly type: "withdrawal";
      readonly userId: number;
      readonly data: { readonly withdrawal: WireWithdrawal };
    };

/** Deposits and withdrawals in the words of the wire. */
export interface MovementPort {
  /** A withdrawal as it was after that event. */
  withdrawal(event: WithdrawalChanged): WireWithdrawal;
  /** What moves beside the journal: deposits, confirmations, holds. Returns the way to stop. */
  subscribe(listener: (movement: Movement) => void): () => void;
}
