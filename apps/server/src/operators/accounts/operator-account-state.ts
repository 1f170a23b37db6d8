import type { RecordedState } from "../../kit/durable/record-store.ts";
import { unknownRecord } from "../../kit/durable/unknown-record.ts";
import { legacyGrants } from "./access-grants.ts";
import type { OperatorAccount, OperatorAccountRecord } from "./operator-account.ts";
import type { OperatorRecord, OperatorSession, PendingSignUp } from "./operator-records.ts";
import { isLiveSession } from "./session-limits.ts";

/** Operators' accounts by name, their sessions, and sign-ups in progress. */
export class OperatorAccountState implements RecordedState<OperatorRecord> {
  /** Number of obsolete records. */
  outdated = 0;
  private readonly accounts = new Map<string, OperatorAccount>();
  private readonly sessionsByHash = new Map<string, OperatorSession>();
  private readonly signUps = new Map<string, PendingSignUp>();

  apply(record: OperatorRecord): void {
    switch (record.type) {
      case "account":
        this.setAccount(record);
        return;
      case "session-opened":
        this.sessionsByHash.set(record.session.tokenHash, record.session);
        return;
      case "session-seen": {
        const { tokenHash, atMs } = record;
        const session = this.sessionsByHash.get(tokenHash);
        if (session !== undefined) this.sessionsByHash.set(tokenHash, { ...session, lastSeenAtMs: atMs });
        this.outdated++;
        return;
      }
      case "sessions-ended":
        for (const hash of record.tokenHashes) this.sessionsByHash.delete(hash);
        this.outdated += record.tokenHashes.length + 1;
        return;
      case "sign-up-begun":
        this.signUps.set(record.signUp.linkHash, record.signUp);
        this.outdated++;
        return;
      default:
        unknownRecord("operators", record);
    }
  }

  /** Expired sessions and sign-ups are left out. */
  *dump(nowMs: number): Iterable<OperatorRecord> {
    for (const account of this.accounts.values()) yield { type: "account", account };
    for (const session of this.sessionsByHash.values())
      if (isLiveSession(session, nowMs)) yield { type: "session-opened", session };
    for (const signUp of this.signUps.values())
      if (signUp.expiresAtMs > nowMs) yield { type: "sign-up-begun", signUp };
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

  session(tokenHash: string): OperatorSession | undefined {
    return this.sessionsByHash.get(tokenHash);
  }

  sessions(): IterableIterator<OperatorSession> {
    return this.sessionsByHash.values();
  }

  signUp(linkHash: string): PendingSignUp | undefined {
    return this.signUps.get(linkHash);
  }

  private setAccount({ account }: OperatorAccountRecord): void {
    const key = account.name.toLowerCase();
    const before = this.accounts.get(key);
    if (before !== undefined) this.outdated++;
    // A link that was used or replaced ends the sign-up that it began.
    const linkHash = before?.linkHash ?? null;
    if (linkHash !== null && linkHash !== account.linkHash) this.signUps.delete(linkHash);
    this.accounts.set(key, {
      passkeys: [],
      mailbox: null,
      grants: legacyGrants(account),
      ...account,
    });
  }
}
