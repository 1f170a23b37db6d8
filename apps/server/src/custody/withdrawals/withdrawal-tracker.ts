import { EVENT } from "@candor/codec/event-record";
import type { EventListener } from "@candor/domain/engine-port";
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from "@candor/domain/enumerations";
import type { WithdrawalState } from "@candor/domain/events/events";
import { BoundedMap } from "../../kit/bounded-map.ts";
import type { WithdrawalStep } from "./wire-withdrawal.ts";

/** Maximum number of ended withdrawals whose steps are kept for listeners still reporting the end. */
const MAX_ENDED = 1_000;

export interface TrackedWithdrawal {
  readonly state: WithdrawalState;
  readonly steps: readonly WithdrawalStep[];
}

/** Pending withdrawals with every step so far, from the exchange's events. */
export class WithdrawalTracker {
  private readonly open = new Map<number, TrackedWithdrawal>();
  private readonly ended = new BoundedMap<number, TrackedWithdrawal>(MAX_ENDED);

  /**
   * Adds a withdrawal that was pending when this server started. If an event came first, it is newer, and only gets the
   * earlier steps.
   */
  seed(withdrawal: TrackedWithdrawal): void {
    const { withdrawalId } = withdrawal.state;
    const newer = this.find(withdrawalId);
    if (newer === undefined) {
      this.open.set(withdrawalId, withdrawal);
      return;
    }
    const isNew = new Set(newer.steps.map(({ status }) => status));
    const before = withdrawal.steps.filter(({ status }) => !isNew.has(status));
    const tracked = { state: newer.state, steps: [...before, ...newer.steps] };
    if (this.open.has(withdrawalId)) this.open.set(withdrawalId, tracked);
    else this.ended.set(withdrawalId, tracked);
  }

  /** Returns withdrawals waiting for their time or a decision, oldest first. */
  waiting(): TrackedWithdrawal[] {
    return [...this.open.values()]
      .filter(({ state }) => state.status === "reviewing")
      .sort((a, b) => a.state.withdrawalId - b.state.withdrawalId);
  }

  /** Finds a withdrawal that is pending or has just ended. */
  find(withdrawalId: number): TrackedWithdrawal | undefined {
    return this.open.get(withdrawalId) ?? this.ended.get(withdrawalId);
  }

  /** Returns the steps up to a status: an event must not include later ones from the same batch. */
  stepsUpTo(withdrawalId: number, status: WithdrawalStatus): readonly WithdrawalStep[] {
    const last = WITHDRAWAL_STATUSES.indexOf(status);
    const steps = this.find(withdrawalId)?.steps ?? [];
    return steps.filter((step) => WITHDRAWAL_STATUSES.indexOf(step.status) <= last);
  }

  readonly listener: EventListener = {
    kinds: [EVENT.withdrawalChanged],
    event: (durable) => {
      const event = durable.decode();
      if (event.kind !== "withdrawal-changed") return;
      const { kind: _, ...state } = event;
      this.step(state);
    },
  };

  private step(state: WithdrawalState): TrackedWithdrawal {
    const { withdrawalId, status, updatedAtMs } = state;
    const steps = this.find(withdrawalId)?.steps ?? [];
    const isNew = steps.every((step) => step.status !== status);
    const tracked = { state, steps: isNew ? [...steps, { status, timeMs: updatedAtMs }] : steps };
    if (status === "confirmed" || status === "returned") {
      this.open.delete(withdrawalId);
      this.ended.set(withdrawalId, tracked);
    } else this.open.set(withdrawalId, tracked);
    return tracked;
  }
}
