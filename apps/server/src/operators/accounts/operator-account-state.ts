import type { RecordedState } from "../../kit/durable/record-store.ts";
import { legacyGrants } from "./access-grants.ts";
import type { OperatorAccount, OperatorAccountRecord } from "./operator-account.ts";

/** Operators' accounts by name. */
export class OperatorAccountState implements RecordedState<OperatorAccountRecord> {
  /** Number of obsolete records. */
  outdated = 0;
  private readonly accounts = new Map<string, OperatorAccount>();

  apply({ account }: OperatorAccountRecord): void {
    const key = account.name.toLowerCase();
    if (this.accounts.has(key)) this.outdated++;
    this.accounts.set(key, {
      passkeys: [],
      mailbox: null,
      grants: legacyGrants(account),
      ...account,
    });
  }

  *dump(): Iterable<OperatorAccountRecord> {
    for (const account of this.accounts.values()) yield { type: "account", account };
  }

  rewritten(): void {
    this.outdated = 0;
  }

  get(name: string): OperatorAccount | undefined {
    return this.accounts.get(name.toLowerCase());
  }

  /** In order of creation. */
  list(): OperatorAccount[] {
    return [...this.accounts.values()];
  }
}
