import type { ClosedAccount } from "../identity-records.ts";

/** Closed accounts by user and by the keyed hashes of their names. */
export class ClosedTable {
  private readonly byUser = new Map<number, ClosedAccount>();
  private readonly byName = new Map<string, ClosedAccount>();

  get(userId: number): ClosedAccount | undefined {
    return this.byUser.get(userId);
  }

  byNameHash(hash: string): ClosedAccount | undefined {
    return this.byName.get(hash);
  }

  all(): IterableIterator<ClosedAccount> {
    return this.byUser.values();
  }

  /** Adds or replaces an account. */
  set(account: ClosedAccount): void {
    const { userId } = account;
    for (const name of this.byUser.get(userId)?.names ?? [])
      if (this.byName.get(name)?.userId === userId) this.byName.delete(name);
    this.byUser.set(userId, account);
    for (const name of account.names) this.byName.set(name, account);
  }
}
