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
  /** By which the device is known from now on; absent for the sandbox's own traders. */
  readonly deviceToken?: string;
}

export interface EndedSession {
  readonly sessionId: string;
  readonly userId: number;
  readonly banned: boolean;
}

/**
 * Sessions by token. A token is known by its hash only; it lives 30 days from its last use, 90 days in all. Labelled accounts have
 * sessions in memory alone, one a start.
 */
export class SessionRegister {
  private readonly store: IdentityStore;
  private readonly nowMs: () => number;
  private readonly labelled = new Map<string, LiveSession>();
  /** Of tokens in use: a hash is most of what finding a session costs. Never written anywhere. */
  private readonly hashes = new BoundedMap<string, string>(REMEMBERED_HASHES);
  /** By token hash, why a session ended before its time: its device learns the reason when it shows the token again. */
  private readonly ends = new BoundedMap<string, SessionEnd>(REMEMBERED_ENDS);
  private readonly listeners = new Set<(ended: EndedSession) => void>();
  private readonly persistedSeenAtMs = new WeakMap<Session, number>();

  constructor(store: IdentityStore, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  /** The live session of a token; undefined: unknown, expired or ended. Using it keeps it alive. */
  find(token: string): LiveSession | undefined {
    if (!isTokenForm(token)) return undefined;
    const known = this.hashes.get(token);
    const hash = known ?? tokenHash(token);
    const session = this.store.state.session(hash);
    const labelled = session === undefined ? this.labelled.get(hash) : undefined;
    // Strangers' tokens are not worth remembering.
    if (known === undefined && (session ?? labelled) !== undefined) this.hashes.set(token, hash);
    if (session === undefined) return labelled;
    const now = this.nowMs();
    if (expiresAtMs(session) <= now) return undefined;
    this.touch(session, now);
    return { sessionId: session.sessionId, userId: session.userId, expiresAtMs: expiresAtMs(session) };
  }

  /** Newest first; expired ones are left out. */
  list(userId: number): Session[] {
    const now = this.nowMs();
    return this.store.state
      .sessionsOf(userId)
      .filter((session) => expiresAtMs(session) > now)
      .sort((a, b) => b.lastSeenAtMs - a.lastSeenAtMs || b.createdAtMs - a.createdAtMs);
  }

  /** Resolves when the session is durable. The token is nowhere but in the result. */
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
   * @param reason absent: their time was over
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

  /** Tells the listeners that the user's sessions are good for nothing while the ban lasts. */
  tellBanned(userId: number): void {
    for (const session of this.list(userId)) this.tell(session, true);
  }

  /** Tells the listeners of sessions that ended with their user's account. */
  tellEnded(sessions: readonly Session[], reason: SessionEnd): void {
    for (const session of sessions) {
      this.ends.set(session.tokenHash, reason);
      this.tell(session, false);
    }
  }

  /** Why a token's session ended before its time; undefined: it did not, or this server was started since. */
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

  /** Once an hour a session's last use goes into the journal. */
  private touch(session: Session, now: number): void {
    const persisted = this.persistedSeenAtMs.get(session) ?? session.lastSeenAtMs;
    if (now - persisted < IDENTITY_LIMITS.sessionSeenStepMs) {
      this.persistedSeenAtMs.set(session, persisted);
      session.lastSeenAtMs = now;
      return;
    }
    this.persistedSeenAtMs.set(session, now);
    // A failed write makes the store refuse whatever matters next; a late last use alone is no reason to.
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
