import type { Language, SessionEnd } from "@candor/domain/enumerations";
import { BoundedMap } from "../../kit/bounded-map.ts";
import type { LiveSession } from "../../people/identity/session-register.ts";
import type { CallerFacts, CallerPort } from "../gateway/dispatcher-ports.ts";

/** How often a question is repeated whose answer came without a lease. */
const MAX_QUESTIONS = 20;
/** Sessions known to one thread; the oldest are evicted. */
const MAX_SESSIONS = 50_000;
const MAX_UNKNOWN = 1_000;
/** A known session is asked for again after this time, which keeps it alive and its last use current. */
const FRESH_MS = 60_000;

/** What the main thread answers about a token. */
interface KnownCaller {
  readonly session: LiveSession;
  readonly tokenHash: string;
  readonly user: CallerFacts;
  readonly language: Language | null;
}

/** The answer for a token without a session: why it ended, if known. */
interface UnknownCaller {
  readonly ended: SessionEnd | undefined;
}

export type AskedCaller = KnownCaller | UnknownCaller;

interface Entry extends KnownCaller {
  readonly freshUntilMs: number;
}

/**
 * Callers as the dispatcher of a gateway thread knows them. The main thread has all users and sessions; this thread asks
 * it for each token that it does not know, and forgets what the main thread names, before any such change is acknowledged.
 * So nothing here is older than the last acknowledged change.
 */
export class CallerCache implements CallerPort {
  private readonly ask: (token: string) => Promise<AskedCaller>;
  private readonly nowMs: () => number;
  private readonly isTrusted: () => boolean;
  private byToken = new BoundedMap<string, Entry>(MAX_SESSIONS);
  private tokenByHash = new BoundedMap<string, string>(MAX_SESSIONS);
  /** The user's entries; the newest one of them is enough to answer for the user. */
  private tokensOfUser = new BoundedMap<number, Set<string>>(MAX_SESSIONS);
  private readonly ended = new BoundedMap<string, SessionEnd | undefined>(MAX_UNKNOWN);

  /**
   * @param nowMs the exchange's time
   * @param isTrusted false while the other side may have acknowledged a change that is not known here; then nothing of this
   *   cache counts
   */
  constructor(
    ask: (token: string) => Promise<AskedCaller>,
    nowMs: () => number,
    isTrusted: () => boolean = () => true,
  ) {
    this.ask = ask;
    this.nowMs = nowMs;
    this.isTrusted = isTrusted;
  }

  /**
   * Makes the answers about a token current.
   * @returns `undefined` if they are; otherwise use them in the turn of the event loop in which the promise resolves. It
   *   rejects if the answer came too late to be trusted
   */
  refresh(token: string): Promise<void> | undefined {
    const known = this.byToken.get(token);
    const isFresh = known !== undefined && performance.now() < known.freshUntilMs;
    return isFresh && this.isTrusted() ? undefined : this.renew(token);
  }

  /** Asks about a token even if the answers about it are current: its use elsewhere may have prolonged its session. */
  async renew(token: string): Promise<void> {
    for (let left = MAX_QUESTIONS; left > 0; left--) {
      const answer = await this.ask(token);
      if (this.isTrusted()) {
        this.keep(token, answer);
        return;
      }
      // It may have waited in a stopped process, or its link broke, while a later change was acknowledged: ask again.
    }
    throw new Error("sessions cannot be checked without a link to the core");
  }

  /** Forgets everything: changes may have been missed. */
  clear(): void {
    this.byToken = new BoundedMap(MAX_SESSIONS);
    this.tokenByHash = new BoundedMap(MAX_SESSIONS);
    this.tokensOfUser = new BoundedMap(MAX_SESSIONS);
  }

  session(token: string): LiveSession | undefined {
    const session = this.byToken.get(token)?.session;
    return session === undefined || session.expiresAtMs <= this.nowMs() ? undefined : session;
  }

  user(userId: number): CallerFacts | undefined {
    return this.entryOf(userId)?.user;
  }

  language(userId: number): Language | null {
    return this.entryOf(userId)?.language ?? null;
  }

  /** Calls for which devices matter are forwarded. */
  issuedDevice(): undefined {
    return undefined;
  }

  whySessionEnded(token: string): SessionEnd | undefined {
    return this.ended.get(token);
  }

  forgetUser(userId: number): void {
    for (const token of this.tokensOfUser.get(userId) ?? []) this.forget(token);
  }

  forgetSessions(tokenHashes: readonly string[]): void {
    for (const hash of tokenHashes) {
      const token = this.tokenByHash.get(hash);
      if (token !== undefined) this.forget(token);
    }
  }

  private keep(token: string, answer: AskedCaller): void {
    this.forget(token);
    if (!("session" in answer)) {
      this.ended.set(token, answer.ended);
      return;
    }
    const { userId } = answer.session;
    this.byToken.set(token, { ...answer, freshUntilMs: performance.now() + FRESH_MS });
    this.tokenByHash.set(answer.tokenHash, token);
    const tokens = this.tokensOfUser.get(userId) ?? new Set();
    this.tokensOfUser.set(userId, tokens.add(token));
  }

  private forget(token: string): void {
    const entry = this.byToken.get(token);
    if (entry === undefined) return;
    this.byToken.delete(token);
    this.tokenByHash.delete(entry.tokenHash);
    const { userId } = entry.session;
    const tokens = this.tokensOfUser.get(userId);
    tokens?.delete(token);
    if (tokens?.size === 0) this.tokensOfUser.delete(userId);
  }

  private entryOf(userId: number): Entry | undefined {
    for (const token of this.tokensOfUser.get(userId) ?? []) {
      const entry = this.byToken.get(token);
      if (entry !== undefined) return entry;
    }
    return undefined;
  }
}
