import type { Executed, WithdrawalState } from "@candor/domain/events/events";
import { withdrawalSeqOf } from "@candor/domain/fund-ids";
import { LIMITS } from "@candor/domain/limits";
import type { WithdrawalHold, WithdrawalRecord } from "./withdrawal-records.ts";
import { type RiskCheck, WITHDRAWAL_PROMISE_MS } from "./withdrawal-rules.ts";
import type { WithdrawalStore, Withdrawals } from "./withdrawal-service.ts";
import type { TrackedWithdrawal } from "./withdrawal-tracker.ts";

/** A waiting withdrawal as shown to an operator. */
export interface PendingWithdrawal {
  readonly state: WithdrawalState;
  readonly hold: WithdrawalHold | undefined;
  /** Whether an operator must decide; otherwise it is released by time. */
  readonly byOperator: boolean;
  readonly promisedByMs: number;
  /** The user's withdrawal requests within the last day, including this one. */
  readonly requestedToday: number;
  /** Result of each risk rule at the time of the request; `undefined` if the process crashed at that moment. */
  readonly checks: readonly RiskCheck[] | undefined;
}

export interface WaitingWithdrawals {
  readonly total: number;
  /** Withdrawals that an operator must decide; the others are released by time. */
  readonly byOperator: number;
  /** Request time of the oldest one that an operator must decide; null if there is none. */
  readonly oldestAtMs: number | null;
}

export type DeskProblem = "unknown-withdrawal" | "not-waiting" | "operator-missing" | "reason-missing";

/** Withdrawal actions for the operator's tools. Each is first recorded with the operator's name. */
export class WithdrawalDesk {
  private readonly withdrawals: Withdrawals;
  private readonly store: WithdrawalStore;
  private readonly nowMs: () => number;

  constructor(withdrawals: Withdrawals, store: WithdrawalStore, nowMs: () => number) {
    this.withdrawals = withdrawals;
    this.store = store;
    this.nowMs = nowMs;
  }

  /**
   * Returns withdrawals waiting for a decision or for their time, oldest first. If there are more than `limit`, those
   * needing a decision come before timed ones, and older before newer.
   */
  pending(limit = Number.POSITIVE_INFINITY): PendingWithdrawal[] {
    const waiting = this.withdrawals.tracker.waiting();
    const shown = waiting.length > limit ? this.mostUrgent(waiting, limit) : waiting;
    return shown.map((withdrawal) => this.describe(withdrawal));
  }

  /** Finds a waiting withdrawal by its number on the wire. */
  pendingOf(id: string): PendingWithdrawal | undefined {
    const found = this.withdrawals.tracker.find(withdrawalSeqOf(id) ?? 0);
    return found?.state.status === "reviewing" ? this.describe(found) : undefined;
  }

  /** Returns the size of the queue; cheap for any size. */
  waiting(): WaitingWithdrawals {
    const waiting = this.withdrawals.tracker.waiting();
    const byOperator = waiting.filter((withdrawal) => this.isByOperator(withdrawal));
    return {
      total: waiting.length,
      byOperator: byOperator.length,
      oldestAtMs: byOperator[0]?.state.createdAtMs ?? null,
    };
  }

  /** Releases a waiting withdrawal to the chain. */
  async approve(id: string, operator: string): Promise<PendingWithdrawal | DeskProblem> {
    const waiting = this.find(id, operator);
    if (typeof waiting === "string") return waiting;
    const { withdrawalId } = waiting.state;
    await this.decide({ withdrawalId, decision: "approved", operator, reason: "" });
    return outcomeOf(await this.withdrawals.approve(withdrawalId)) ?? this.describe(waiting);
  }

  /** Returns a waiting withdrawal's money to its user, together with the reason. */
  async refuse(id: string, operator: string, reason: string): Promise<PendingWithdrawal | DeskProblem> {
    const waiting = this.find(id, operator);
    if (typeof waiting === "string") return waiting;
    const told = reason.trim();
    if (told === "" || told.length > LIMITS.maxReasonLength) return "reason-missing";
    const { withdrawalId } = waiting.state;
    await this.decide({ withdrawalId, decision: "refused", operator, reason: told });
    return outcomeOf(await this.withdrawals.giveBack(withdrawalId, told)) ?? this.describe(waiting);
  }

  private mostUrgent(waiting: readonly TrackedWithdrawal[], limit: number): TrackedWithdrawal[] {
    const [byOperator, byClock]: [TrackedWithdrawal[], TrackedWithdrawal[]] = [[], []];
    for (const withdrawal of waiting) (this.isByOperator(withdrawal) ? byOperator : byClock).push(withdrawal);
    return [...byOperator, ...byClock]
      .slice(0, limit)
      .sort((a, b) => a.state.withdrawalId - b.state.withdrawalId);
  }

  private isByOperator({ state }: TrackedWithdrawal): boolean {
    return this.withdrawals.holdOf(state)?.byOperator ?? true;
  }

  private find(id: string, operator: string): TrackedWithdrawal | DeskProblem {
    if (operator.trim() === "") return "operator-missing";
    const found = this.withdrawals.tracker.find(withdrawalSeqOf(id) ?? 0);
    if (found === undefined) return "unknown-withdrawal";
    return found.state.status === "reviewing" ? found : "not-waiting";
  }

  private decide(
    decision: Omit<Extract<WithdrawalRecord, { type: "decided" }>, "type" | "atMs">,
  ): Promise<void> {
    return this.store.commit({ type: "decided", ...decision, atMs: this.nowMs() });
  }

  private describe({ state }: TrackedWithdrawal): PendingWithdrawal {
    const hold = this.withdrawals.holdOf(state);
    const dayAgo = this.nowMs() - LIMITS.keyLifetimeMs;
    return {
      state,
      hold,
      byOperator: hold?.byOperator ?? true,
      promisedByMs: state.createdAtMs + WITHDRAWAL_PROMISE_MS,
      requestedToday: this.withdrawals.book.requestsSince(state.userId, dayAgo).length,
      checks: this.withdrawals.book.checks(state.withdrawalId),
    };
  }
}

/** Returns `undefined` if done; otherwise it was decided or ended in the meantime. */
function outcomeOf(executed: Executed): DeskProblem | undefined {
  return executed.error === undefined ? undefined : "not-waiting";
}
