import type { LeverAccount } from "./lever-account.ts";

/**
 * The accounts with principal in the order in which their next hour is due. Whoever enters, or was charged, waits for the
 * next full hour, which is never before anybody else's: a queue with two ends keeps the order, and what is not due is
 * never looked at.
 */
export class HourQueue {
  head: LeverAccount | undefined = undefined;
  private tail: LeverAccount | undefined = undefined;

  /** The account waits nowhere; `dueAtMs` is not before the last one's. */
  push(account: LeverAccount, dueAtMs: number): void {
    if (this.tail !== undefined && dueAtMs < this.tail.dueAtMs)
      throw new Error(`due at ${dueAtMs} behind ${this.tail.dueAtMs}`);
    account.dueAtMs = dueAtMs;
    account.before = this.tail;
    account.after = undefined;
    if (this.tail === undefined) this.head = account;
    else this.tail.after = account;
    this.tail = account;
  }

  /** Takes the account out, wherever it stands. */
  remove(account: LeverAccount): void {
    const { before, after } = account;
    if (before === undefined) this.head = after;
    else before.after = after;
    if (after === undefined) this.tail = before;
    else after.before = before;
    account.before = undefined;
    account.after = undefined;
    account.dueAtMs = 0;
  }

  forEach(visit: (account: LeverAccount) => void): void {
    for (let account = this.head; account !== undefined; account = account.after) visit(account);
  }
}
