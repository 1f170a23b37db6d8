import type { SessionEnd } from "@candor/domain/enumerations";
import { BoundedMap } from "../../kit/bounded-map.ts";
import { maskAddress } from "./identifier-rules.ts";
import { IDENTITY_LIMITS } from "./identity-limits.ts";
import type { IdentityStore } from "./identity-store.ts";
import { isTokenForm, randomId, randomToken, tokenHash } from "./random-codes.ts";
import type { Session } from "./user-and-session.ts";

const REMEMBERED_HASHES = 20_000;
const REMEMBERED_ENDS = 20_000;

export interface LiveSession {
  readonly sessionId: string;
  readonly userId: number;
  readonly expiresAtMs: number;
}

export interface OpenedSession extends LiveSession {
  readonly token: string;
  /** Identifies the device from now on; absent for the sandbox's own traders. */
  readonly deviceToken?: string;
}

export interface EndedSession {
  readonly sessionId: string;
  readonly userId: number;
  readonly banned: boolean;
}

/**
 * Sessions by token. Only the hash of a token is stored; it expires 30 days after its last use, and after 90 days in
 * total. Labeled accounts have one session per start, only in memory.
 */
export class SessionRegister {
  private readonly store: IdentityStore;
  private readonly nowMs: () => number;
  private readonly labelled = new Map<string, LiveSession>();
  /** Hashes of tokens in use: hashing is most of the cost of finding a session. Never written anywhere. */
  private readonly hashes = new BoundedMap<string, string>(REMEMBERED_HASHES);
  /** Reason by token hash why a session ended early: its device learns it when it sends the token again. */
  private readonly ends = new BoundedMap<string, SessionEnd>(REMEMBERED_ENDS);
  private readonly listeners = new Set<(ended: EndedSession) => void>();
  private readonly persistedSeenAtMs = new WeakMap<Session, number>();

  constructor(store: IdentityStore, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  /**
   * Returns the live session of a token, or `undefined` if it is unknown, expired or ended. Using it keeps it alive.
   */
  find(token: string): LiveSession | undefined {
    if (!isTokenForm(token)) return undefined;
    const known = this.hashes.get(token);
    const hash = known ?? tokenHash(token);
    const session = this.store.state.session(hash);
    const labelled = session === undefined ? this.labelled.get(hash) : undefined;
    // Unknown tokens are not worth caching.
    if (known === undefined && (session ?? labelled) !== undefined) this.hashes.set(token, hash);
    if (session === undefined) return labelled;
    const now = this.nowMs();
    if (expiresAtMs(session) <= now) return undefined;
    this.touch(session, now);
    return { sessionId: session.sessionId, userId: session.userId, expiresAtMs: expiresAtMs(session) };
  }

  /** Returns the user's sessions, newest first, without expired ones. */
  list(userId: number): Session[] {
    const now = this.nowMs();
    return this.store.state
      .sessionsOf(userId)
      .filter((session) => expiresAtMs(session) > now)
      .sort((a, b) => b.lastSeenAtMs - a.lastSeenAtMs || b.createdAtMs - a.createdAtMs);
  }

  /** Resolves when the session is durable. Only the result contains the token. */
  async open(userId: number, deviceName: string, address: string): Promise<OpenedSession> {
    const token = randomToken();
    const now = this.nowMs();
    const sessionId = randomId();
    const live = this.list(userId);
    const crowd = live.slice(IDENTITY_LIMITS.maxSessionsPerUser - 1);
    const expired = this.store.state.sessionsOf(userId).filter((session) => !live.includes(session));
    const ended = Promise.all([this.end(crowd, "too-many"), this.end(expired)]);
    await this.store.commit({
      type: "session-opened",
      session: {
        sessionId,
        tokenHash: tokenHash(token),
        userId,
        deviceName,
        addressMasked: maskAddress(address),
        createdAtMs: now,
        lastSeenAtMs: now,
      },
    });
    await ended;
    return { token, sessionId, userId, expiresAtMs: now + IDENTITY_LIMITS.sessionLifetimeMs };
  }

  openLabelled(userId: number): OpenedSession {
    const token = randomToken();
    const session = {
      sessionId: randomId(),
      userId,
      expiresAtMs: this.nowMs() + IDENTITY_LIMITS.sessionLifetimeMs,
    };
    this.labelled.set(tokenHash(token), session);
    return { token, ...session };
  }

  /**
   * Ends sessions of one user; resolves with their number when that is durable.
   * @param reason absent if they expired
   */
  async end(sessions: readonly Session[], reason?: SessionEnd): Promise<number> {
    if (sessions.length === 0) return 0;
    const done = this.store.commit({
      type: "sessions-ended",
      tokenHashes: sessions.map((session) => session.tokenHash),
    });
    if (reason !== undefined) for (const { tokenHash: hash } of sessions) this.ends.set(hash, reason);
    for (const session of sessions) this.tell(session, false);
    await done;
    return sessions.length;
  }

  /** Ends one of the user's sessions, or all; @returns how many were ended. */
  async endOf(userId: number, reason: SessionEnd, sessionId?: string): Promise<number> {
    const sessions = this.list(userId).filter(
      (session) => sessionId === undefined || session.sessionId === sessionId,
    );
    return await this.end(sessions, reason);
  }

  /** Notifies listeners that the user's sessions are unusable during the ban. */
  tellBanned(userId: number): void {
    for (const session of this.list(userId)) this.tell(session, true);
  }

  /** Notifies listeners of sessions that ended with their user's account. */
  tellEnded(sessions: readonly Session[], reason: SessionEnd): void {
    for (const session of sessions) {
      this.ends.set(session.tokenHash, reason);
      this.tell(session, false);
    }
  }

  /** Returns why a token's session ended early, or `undefined` if it did not, or the server has restarted since. */
  whyEnded(token: string): SessionEnd | undefined {
    return isTokenForm(token) ? this.ends.get(tokenHash(token)) : undefined;
  }

  onSessionEnded(listener: (ended: EndedSession) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell({ sessionId, userId }: Session, banned: boolean): void {
    for (const listener of this.listeners) listener({ sessionId, userId, banned });
  }

  /** Writes a session's last use to the journal at most once an hour. */
  private touch(session: Session, now: number): void {
    const persisted = this.persistedSeenAtMs.get(session) ?? session.lastSeenAtMs;
    if (now - persisted < IDENTITY_LIMITS.sessionSeenStepMs) {
      this.persistedSeenAtMs.set(session, persisted);
      session.lastSeenAtMs = now;
      return;
    }
    this.persistedSeenAtMs.set(session, now);
    // Ignored: after a failed write the store rejects the next important change, and a stale last use is harmless.
    void this.store
      .commit({ type: "session-seen", tokenHash: session.tokenHash, atMs: now })
      .catch(() => undefined);
  }
}

function expiresAtMs(session: Session): number {
  return Math.min(
    session.lastSeenAtMs + IDENTITY_LIMITS.sessionLifetimeMs,
    session.createdAtMs + IDENTITY_LIMITS.sessionMaxMs,
  );
}
