import { LEVER_STATUSES } from "@candor/domain/events/lever-events";
import type { LeverPair } from "./lever-pair.ts";

export const NORMAL = LEVER_STATUSES.indexOf("normal");
export const CALLED = LEVER_STATUSES.indexOf("margin-call");
export const LIQUIDATING = LEVER_STATUSES.indexOf("liquidating");

/** The debt in one coin. */
export interface Debt {
  /** Lent and not yet repaid. */
  principal: number;
  /** Charged and not yet repaid; bears no interest itself. */
  interest: number;
}

/** One user's margin account in one market. Its money is in the ledger under the account's number. */
export class LeverAccount {
  readonly userId: number;
  readonly pair: LeverPair;
  /** Its number in the ledger. */
  readonly margin: number;
  /** Its index in the pair's accounts, and in its queues. */
  readonly row: number;
  /** Ledger accounts and debts, by coin. */
  readonly coins: readonly [number, number];
  readonly debts: readonly [Debt, Debt] = [
    { principal: 0, interest: 0 },
    { principal: 0, interest: 0 },
  ];
  /** The next full hour it is charged for; 0 without principal. */
  dueAtMs = 0;
  /** Neighbors in the queue for the next hour. */
  before: LeverAccount | undefined = undefined;
  after: LeverAccount | undefined = undefined;
  status = NORMAL;
  /** Above 0 while it is being liquidated. */
  liquidationId = 0;
  isParked = false;
  /** Proceeds of orders with the effect `repay` since debts were last paid, by coin. */
  readonly brought: [number, number] = [0, 0];
  updatedAtMs = 0;
  /** Whether everything derived from its balances is up to date. */
  isTidy = true;
  /** Index into LEVER_CAUSES while the command has a change to emit, else −1. */
  cause = -1;

  constructor(userId: number, pair: LeverPair, margin: number, coins: readonly [number, number]) {
    this.userId = userId;
    this.pair = pair;
    this.margin = margin;
    this.row = pair.accounts.length;
    this.coins = coins;
  }

  owed(coin: number): number {
    const debt = this.debts[coin] as Debt;
    return debt.principal + debt.interest;
  }

  get hasDebt(): boolean {
    return this.owed(0) > 0 || this.owed(1) > 0;
  }

  get hasPrincipal(): boolean {
    return this.debts[0].principal > 0 || this.debts[1].principal > 0;
  }
}
