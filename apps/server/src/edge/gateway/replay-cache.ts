import { LIMITS } from "@candor/domain/limits";
import { type Outcome, reject } from "@candor/wire/rejection";
import { BoundedMap } from "../../kit/bounded-map.ts";

interface Kept<Reply> {
  readonly fingerprint: string;
  readonly reply: Reply;
  readonly untilMs: number;
}

/** Maximum first replies kept at a time. */
const MAX_REPLIES = 20_000;

/**
 * First replies of calls that check secrets or allowances before the key reaches the exchange: a repeated request is
 * answered without those checks. The exchange's key registry remains authoritative: requests not cached here go there,
 * and it rejects a key used for something else.
 */
export class ReplayCache<Reply extends object> {
  private readonly replies = new BoundedMap<string, Kept<Reply>>(MAX_REPLIES);
  private readonly path: string;

  /** @param path path of the call whose replies are kept */
  constructor(path: string) {
    this.path = path;
  }

  /**
   * Returns the first reply to the same request, request.keyConflict for a different one, or `undefined` if none is
   * cached.
   */
  find(
    userId: number,
    key: string | undefined,
    fingerprint: string,
    nowMs: number,
  ): Outcome<Reply & { readonly replayed: true }> | undefined {
    if (key === undefined) return undefined;
    const kept = this.replies.get(`${userId} ${key}`);
    if (kept === undefined || kept.untilMs <= nowMs) return undefined;
    return kept.fingerprint === fingerprint
      ? { ...kept.reply, replayed: true }
      : reject("request.keyConflict", { call: this.path });
  }

  keep(userId: number, key: string | undefined, fingerprint: string, reply: Reply, nowMs: number): void {
    if (key === undefined) return;
    this.replies.set(`${userId} ${key}`, { fingerprint, reply, untilMs: nowMs + LIMITS.keyLifetimeMs });
  }
}

/** Fingerprints a request without its secrets. Amounts must already be numbers, so that different spellings match. */
export function fingerprintOf(path: string, request: object, secrets: readonly string[]): string {
  const said = Object.entries(request).filter(([name]) => !secrets.includes(name));
  return JSON.stringify([path, said.sort(([a], [b]) => (a < b ? -1 : 1))]);
}
