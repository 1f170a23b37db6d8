import type { Executed, WithdrawalState } from "@candor/domain/events/events";
import { withdrawalSeqOf } from "@candor/domain/fund-ids";
import { LIMITS } from "@candor/domain/limits";
import type { RiskCheck } from "./risk-check.ts";
import type { WithdrawalHold, WithdrawalRecord } from "./withdrawal-records.ts";
import { WITHDRAWAL_PROMISE_MS } from "./withdrawal-rules.ts";
import type { WithdrawalStore, Withdrawals } from "./withdrawal-service.ts";
import type { TrackedWithdrawal } from "./withdrawal-tracker.ts";

/** A withdrawal that waits, as an operator sees it. */
export interface PendingWithdrawal {
  readonly state: WithdrawalState;
  readonly hold: WithdrawalHold | undefined;
  /** An operator has to decide; otherwise the clock will. */
  readonly byOperator: boolean;
  readonly promisedByMs: number;
  /** Withdrawals that the user asked for within the last day, this one included. */
  readonly requestedToday: number;
  /** What each risk rule said when it was asked for; undefined: the process ended in that moment. */
  readonly checks: readonly RiskCheck[] | undefined;
}

export interface WaitingWithdrawals {
  readonly total: number;
  /** Those that somebody has to decide; the others go by the clock. */
  readonly byOperator: number;
  /** When the oldest of those that somebody has to decide was asked for; null: there is none. */
  readonly oldestAtMs: number | null;
}

export type DeskProblem = "unknown-withdrawal" | "not-waiting" | "operator-missing" | "reason-missing";

/** What the operator's tools may do with withdrawals. Everything is recorded with the operator's name first. */
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
   * What waits for a decision or for the clock, oldest first. When more than `limit` wait, those that the clock lets go
   * give way to those that somebody has to decide, and the newest to the oldest.
   */
  pending(limit = Number.POSITIVE_INFINITY): PendingWithdrawal[] {
    const waiting = this.withdrawals.tracker.waiting();
    const shown = waiting.length > limit ? this.mostUrgent(waiting, limit) : waiting;
    return shown.map((withdrawal) => this.describe(withdrawal));
  }

  /** One that waits, by its number on the wire. */
  pendingOf(id: string): PendingWithdrawal | undefined {
    const found = this.withdrawals.tracker.find(withdrawalSeqOf(id) ?? 0);
    return found?.state.status === "reviewing" ? this.describe(found) : undefined;
  }

  /** How much waits: cheap however much it is. */
  waiting(): WaitingWithdrawals {
    const waiting = this.withdrawals.tracker.waiting();
    const byOperator = waiting.filter((withdrawal) => this.isByOperator(withdrawal));
    return {
      total: waiting.length,
      byOperator: byOperator.length,
      oldestAtMs: byOperator[0]?.state.createdAtMs ?? null,
    };
  }

  /** Lets a waiting withdrawal go on to the chain. */
  async approve(id: string, operator: string): Promise<PendingWithdrawal | DeskProblem> {
    const waiting = this.find(id, operator);
    if (typeof waiting === "string") return waiting;
    const { withdrawalId } = waiting.state;
    await this.decide({ withdrawalId, decision: "approved", operator, reason: "" });
    return outcomeOf(await this.withdrawals.approve(withdrawalId)) ?? this.describe(waiting);
  }

  /** Gives a waiting withdrawal back to its user, who is told the reason. */
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

/** undefined: done; otherwise it was decided or ended meanwhile. */
function outcomeOf(executed: Executed): DeskProblem | undefined {
  return executed.error === undefined ? undefined : "not-waiting";
}
