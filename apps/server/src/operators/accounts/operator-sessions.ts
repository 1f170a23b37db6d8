import { isTokenForm, randomToken, tokenHash } from "../../people/identity/random-codes.ts";

/** Idle time that ends a session. */
const IDLE_END_MS = 30 * 60_000;
/** Maximum length of a session, about a working day, regardless of activity. */
export const SESSION_LIFETIME_MS = 12 * 3_600_000;

interface Session {
  readonly name: string;
  readonly expiresAtMs: number;
  lastSeenAtMs: number;
}

/** Console sessions, by token hash and only in memory: a restart signs everybody out. */
export class OperatorSessions {
  private readonly sessions = new Map<string, Session>();
  private readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** @returns the token, which is stored nowhere else */
  open(name: string): string {
    for (const [hash, session] of this.sessions) if (!this.isLive(session)) this.sessions.delete(hash);
    const token = randomToken();
    const now = this.nowMs();
    this.sessions.set(tokenHash(token), { name, expiresAtMs: now + SESSION_LIFETIME_MS, lastSeenAtMs: now });
    return token;
  }

  /**
   * @param isAutomatic an automatic request by the page, which does not keep a session alive
   * @returns the owner of the session
   */
  find(token: string, isAutomatic: boolean): string | undefined {
    const session = isTokenForm(token) ? this.sessions.get(tokenHash(token)) : undefined;
    if (session === undefined || !this.isLive(session)) return undefined;
    if (!isAutomatic) session.lastSeenAtMs = this.nowMs();
    return session.name;
  }

  end(token: string): void {
    this.sessions.delete(tokenHash(token));
  }

  endAllOf(name: string): void {
    for (const [hash, session] of this.sessions) if (session.name === name) this.sessions.delete(hash);
  }

  private isLive({ expiresAtMs, lastSeenAtMs }: Session): boolean {
    const now = this.nowMs();
    return now < expiresAtMs && now < lastSeenAtMs + IDLE_END_MS;
  }
}
