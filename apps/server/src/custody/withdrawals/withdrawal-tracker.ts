import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import type { EventBatch } from "@candor/domain/engine-port";
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from "@candor/domain/enumerations";
import type { WithdrawalState } from "@candor/domain/events/events";
import { BoundedMap } from "../../kit/bounded-map.ts";
import type { WithdrawalStep } from "./wire-withdrawal.ts";

/** Ended withdrawals whose steps are remembered for whoever is just being told of the end. */
const MAX_ENDED = 1_000;

export interface TrackedWithdrawal {
  readonly state: WithdrawalState;
  readonly steps: readonly WithdrawalStep[];
}

/** Withdrawals under way with every step so far, as the exchange's events tell them. */
export class WithdrawalTracker {
  private readonly open = new Map<number, TrackedWithdrawal>();
  private readonly ended = new BoundedMap<number, TrackedWithdrawal>(MAX_ENDED);

  /** What was under way when this server started. An event that came first is newer: it gets the steps before it. */
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

  /** Those that wait for the clock or for somebody, oldest first. */
  waiting(): TrackedWithdrawal[] {
    return [...this.open.values()]
      .filter(({ state }) => state.status === "reviewing")
      .sort((a, b) => a.state.withdrawalId - b.state.withdrawalId);
  }

  /** Under way, or ended a moment ago. */
  find(withdrawalId: number): TrackedWithdrawal | undefined {
    return this.open.get(withdrawalId) ?? this.ended.get(withdrawalId);
  }

  /** The steps up to a status: an event tells of its own, not of those that followed in the same batch. */
  stepsUpTo(withdrawalId: number, status: WithdrawalStatus): readonly WithdrawalStep[] {
    const last = WITHDRAWAL_STATUSES.indexOf(status);
    const steps = this.find(withdrawalId)?.steps ?? [];
    return steps.filter((step) => WITHDRAWAL_STATUSES.indexOf(step.status) <= last);
  }

  /** @returns those that changed, each with its last state */
  apply(batch: EventBatch): readonly TrackedWithdrawal[] {
    const changed = new Map<number, TrackedWithdrawal>();
    const cursor = new EventCursor(batch.words);
    while (cursor.next()) {
      if (cursor.kind !== EVENT.withdrawalChanged) continue;
      const event = cursor.decode();
      if (event.kind !== "withdrawal-changed") continue;
      const { kind: _, ...state } = event;
      changed.set(state.withdrawalId, this.step(state));
    }
    return [...changed.values()];
  }

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
