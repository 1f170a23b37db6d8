import type { WithdrawalStatus } from "@candor/domain/enumerations";
import { WITHDRAWAL_STATUSES } from "@candor/domain/enumerations";
import type { WithdrawalState } from "@candor/domain/events/events";
import { CORE_LIMITS } from "../core-limits.ts";

/** An open withdrawal. */
export interface OpenWithdrawal extends WithdrawalState {
  status: WithdrawalStatus;
  txHash: string;
  reason: string;
  updatedAtMs: number;
  /** The command that took each step, by index into WITHDRAWAL_STATUSES; 0: not taken. */
  readonly stepSeqs: number[];
}

/** The outcome of a withdrawal. */
export interface SettledWithdrawal {
  readonly outcome: "confirmed" | "returned";
  readonly seq: number;
}

/**
 * Open withdrawals by id, and the outcomes of the last few thousand, so that a repetition is recognized. Both are in
 * arrival order. LIMITS bounds the open ones, CORE_LIMITS the memory.
 */
export class WithdrawalTable {
  private readonly open = new Map<number, OpenWithdrawal>();
  private readonly countByUser = new Map<number, number>();
  private readonly settled = new Map<number, SettledWithdrawal>();
  private readonly memory: number;

  /** @param memory number of settled withdrawals to remember */
  constructor(memory: number = CORE_LIMITS.settledWithdrawalMemory) {
    this.memory = memory;
  }

  get size(): number {
    return this.open.size;
  }

  countOf(userId: number): number {
    return this.countByUser.get(userId) ?? 0;
  }

  find(withdrawalId: number): OpenWithdrawal | undefined {
    return this.open.get(withdrawalId);
  }

  findSettled(withdrawalId: number): SettledWithdrawal | undefined {
    return this.settled.get(withdrawalId);
  }

  /** Adds a withdrawal. Its id must be higher than all earlier ones. */
  add(withdrawal: OpenWithdrawal): void {
    this.open.set(withdrawal.withdrawalId, withdrawal);
    this.countByUser.set(withdrawal.userId, this.countOf(withdrawal.userId) + 1);
  }

  /** Removes an open withdrawal and remembers its outcome. */
  settle(withdrawal: OpenWithdrawal, outcome: SettledWithdrawal["outcome"], seq: number): void {
    const { withdrawalId, userId } = withdrawal;
    this.open.delete(withdrawalId);
    const left = this.countOf(userId) - 1;
    if (left > 0) this.countByUser.set(userId, left);
    else this.countByUser.delete(userId);
    this.remember(withdrawalId, { outcome, seq });
  }

  /** Records the outcome of a withdrawal, evicting the oldest if necessary. */
  remember(withdrawalId: number, how: SettledWithdrawal): void {
    this.settled.set(withdrawalId, how);
    if (this.settled.size <= this.memory) return;
    for (const oldest of this.settled.keys()) {
      this.settled.delete(oldest);
      return;
    }
  }

  /** Visits the open withdrawals, oldest first. */
  forEach(visit: (withdrawal: OpenWithdrawal) => void): void {
    for (const withdrawal of this.open.values()) visit(withdrawal);
  }

  /** Visits the remembered outcomes in settlement order. */
  forEachSettled(visit: (withdrawalId: number, how: SettledWithdrawal) => void): void {
    for (const [withdrawalId, how] of this.settled) visit(withdrawalId, how);
  }
}

/** A status's position in the order of steps. */
export function stepOf(status: WithdrawalStatus): number {
  return WITHDRAWAL_STATUSES.indexOf(status);
}
