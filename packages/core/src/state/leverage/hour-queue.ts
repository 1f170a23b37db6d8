import type { LeverAccount } from "./lever-account.ts";

/**
 * The accounts with principal, in the order their next hour is due. An account that enters or was charged waits for the
 * next full hour, which is never earlier than any other's. So a deque keeps the order, and accounts that are not due
 * are never visited.
 */
export class HourQueue {
  head: LeverAccount | undefined = undefined;
  private tail: LeverAccount | undefined = undefined;

  /** The account must not be queued; `dueAtMs` must not be before the last one's. */
  push(account: LeverAccount, dueAtMs: number): void {
    if (this.tail !== undefined && dueAtMs < this.tail.dueAtMs)
      throw new Error(`hour due at ${dueAtMs} is before the queue's last one at ${this.tail.dueAtMs}`);
    account.dueAtMs = dueAtMs;
    account.before = this.tail;
    account.after = undefined;
    if (this.tail === undefined) this.head = account;
    else this.tail.after = account;
    this.tail = account;
  }

  /** Removes the account, wherever it is in the queue. */
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
