import type { RecordStore } from "../../kit/durable/record-store.ts";
import { isTokenForm, randomToken, tokenHash } from "../../people/identity/random-codes.ts";
import type { OperatorAccountState } from "./operator-account-state.ts";
import type { OperatorRecord, OperatorSession } from "./operator-records.ts";
import { isLiveSession } from "./session-limits.ts";

/** How far the journal may lag behind a session's last use: after a take-over, sessions may end that much earlier. */
const SEEN_STEP_MS = 60_000;

/** Console sessions by token hash. They survive restarts and changes of the leader. */
export class OperatorSessions {
  private readonly store: RecordStore<OperatorRecord, OperatorAccountState>;
  private readonly nowMs: () => number;
  /** Last use by token hash, where it is newer than the journal's. */
  private readonly seenAtMs = new Map<string, number>();

  constructor(store: RecordStore<OperatorRecord, OperatorAccountState>, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  /** Resolves with the token, which is stored nowhere, once the session is durable. */
  async open(name: string): Promise<string> {
    const token = randomToken();
    const now = this.nowMs();
    const ended = this.endWhere((session) => !this.isLive(session));
    const session = { tokenHash: tokenHash(token), name, openedAtMs: now, lastSeenAtMs: now };
    await Promise.all([ended, this.store.commit({ type: "session-opened", session })]);
    return token;
  }

  /**
   * @param isAutomatic an automatic request by the page, which does not keep a session alive
   * @returns the owner of the session
   */
  find(token: string, isAutomatic: boolean): string | undefined {
    const session = isTokenForm(token) ? this.store.state.session(tokenHash(token)) : undefined;
    if (session === undefined || !this.isLive(session)) return undefined;
    if (!isAutomatic) this.see(session);
    return session.name;
  }

  /** Resolves once the end is durable. */
  async end(token: string): Promise<void> {
    if (!isTokenForm(token)) return;
    const hash = tokenHash(token);
    await this.endWhere((session) => session.tokenHash === hash);
  }

  /** Takes effect at once; resolves once it is durable. */
  async endAllOf(name: string): Promise<void> {
    await this.endWhere((session) => session.name === name);
  }

  private async endWhere(isEnding: (session: OperatorSession) => boolean): Promise<void> {
    const tokenHashes = [...this.store.state.sessions()].filter(isEnding).map((session) => session.tokenHash);
    if (tokenHashes.length === 0) return;
    for (const hash of tokenHashes) this.seenAtMs.delete(hash);
    await this.store.commit({ type: "sessions-ended", tokenHashes });
  }

  private see({ tokenHash: hash, lastSeenAtMs }: OperatorSession): void {
    const now = this.nowMs();
    if (now - lastSeenAtMs < SEEN_STEP_MS) {
      this.seenAtMs.set(hash, now);
      return;
    }
    this.seenAtMs.delete(hash);
    // Ignored: after a failed write the process ends, and a stale last use only ends the session earlier.
    this.store.commit({ type: "session-seen", tokenHash: hash, atMs: now }).catch(() => undefined);
  }

  private isLive(session: OperatorSession): boolean {
    const lastSeenAtMs = this.seenAtMs.get(session.tokenHash) ?? session.lastSeenAtMs;
    return isLiveSession({ ...session, lastSeenAtMs }, this.nowMs());
  }
}
