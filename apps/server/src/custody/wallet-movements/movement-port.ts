import type { WithdrawalChanged } from "@candor/domain/events/events";
import type { WireDeposit, WireWithdrawal } from "@candor/wire/chain-objects";

/** A change of a user's deposit or withdrawal that is not in the exchange's journal. */
export type Movement =
  | { readonly type: "deposit"; readonly userId: number; readonly data: { readonly deposit: WireDeposit } }
  | {
      readonly type: "withdrawal";
      readonly userId: number;
      readonly data: { readonly withdrawal: WireWithdrawal };
    };

/** Deposits and withdrawals in wire format. */
export interface MovementPort {
  /** Returns a withdrawal as of that event. */
  withdrawal(event: WithdrawalChanged): WireWithdrawal;
  /**
   * Subscribes to changes outside the journal: deposits, confirmations, holds. Returns a function that unsubscribes.
   */
  subscribe(listener: (movement: Movement) => void): () => void;
}
