import type { Session } from "../user-and-session.ts";

/** Sessions by token hash and by user. */
export class SessionTable {
  private readonly byToken = new Map<string, Session>();
  private readonly ofUser = new Map<number, Set<Session>>();

  get(tokenHash: string): Session | undefined {
    return this.byToken.get(tokenHash);
  }

  /** Oldest first. */
  list(userId: number): Session[] {
    return [...(this.ofUser.get(userId) ?? [])];
  }

  all(): IterableIterator<Session> {
    return this.byToken.values();
  }

  add(session: Session): void {
    this.byToken.set(session.tokenHash, session);
    const own = this.ofUser.get(session.userId) ?? new Set();
    own.add(session);
    this.ofUser.set(session.userId, own);
  }

  remove(tokenHash: string): void {
    const session = this.byToken.get(tokenHash);
    if (session === undefined) return;
    this.byToken.delete(tokenHash);
    const own = this.ofUser.get(session.userId);
    own?.delete(session);
    if (own?.size === 0) this.ofUser.delete(session.userId);
  }
}
