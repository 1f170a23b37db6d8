import type { WithdrawalChanged } from "@candor/domain/events/events";
import type { WireDeposit, WireWithdrawal } from "@candor/wire/chain-objects";
import type { Listings } from "../../market/market-data/listings.ts";
import type { ChainPort, DepositView } from "../chain/chain-port.ts";
import { toWireWithdrawal } from "../withdrawals/wire-withdrawal.ts";
import type { Withdrawals } from "../withdrawals/withdrawal-service.ts";
import type { TrackedWithdrawal } from "../withdrawals/withdrawal-tracker.ts";
import type { Movement, MovementPort } from "./movement-port.ts";
import { toWireDeposit } from "./wire-deposit.ts";

interface Sources {
  readonly chains: ChainPort;
  readonly withdrawals: Withdrawals;
}

/** Deposits and withdrawals as their owners see them, combining the exchange, the review and the chain. */
export class Movements implements MovementPort {
  private readonly funding: Sources;
  private readonly listings: Listings;

  constructor(funding: Sources, listings: Listings) {
    this.funding = funding;
    this.listings = listings;
  }

  deposit(deposit: DepositView): WireDeposit {
    const chain = this.funding.chains.chainOfIndex(deposit.chainIndex);
    return toWireDeposit(deposit, this.listings.asset(deposit.assetId), chain);
  }

  describe({ state, steps }: TrackedWithdrawal): WireWithdrawal {
    const { chains, withdrawals } = this.funding;
    return toWireWithdrawal({
      state,
      steps,
      asset: this.listings.asset(state.assetId),
      chain: chains.chainOfIndex(state.chainIndex),
      hold: withdrawals.holdOf(state),
      progress: chains.withdrawalProgress(state.withdrawalId),
    });
  }

  /** Describes a withdrawal as of its request. */
  describeRequest({ state, steps }: TrackedWithdrawal): WireWithdrawal {
    const { chains, withdrawals } = this.funding;
    const status = state.needsReview ? "reviewing" : "frozen";
    const { createdAtMs } = state;
    return toWireWithdrawal({
      state: { ...state, status, txHash: "", reason: "", updatedAtMs: createdAtMs },
      steps: steps.filter((step) => step.status === "frozen" || step.status === status),
      asset: this.listings.asset(state.assetId),
      chain: chains.chainOfIndex(state.chainIndex),
      hold: withdrawals.book.firstHold(state.withdrawalId),
      progress: undefined,
    });
  }

  withdrawal(event: WithdrawalChanged): WireWithdrawal {
    const { kind: _, ...state } = event;
    const steps = this.funding.withdrawals.tracker.stepsUpTo(state.withdrawalId, state.status);
    return this.describe({ state, steps });
  }

  subscribe(listener: (movement: Movement) => void): () => void {
    const { chains, withdrawals } = this.funding;
    const tell = (tracked: TrackedWithdrawal): void => {
      const withdrawal = this.describe(tracked);
      listener({ type: "withdrawal", userId: tracked.state.userId, data: { withdrawal } });
    };
    const stops = [
      withdrawals.onHoldChanged(tell),
      chains.subscribe((change) => {
        if (change.kind === "deposit") {
          const { deposit } = change;
          listener({ type: "deposit", userId: deposit.userId, data: { deposit: this.deposit(deposit) } });
        } else if (change.kind === "withdrawal") {
          const tracked = withdrawals.tracker.find(change.withdrawalId);
          if (tracked !== undefined) tell(tracked);
        }
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }
}
