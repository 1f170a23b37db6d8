import type { MarketKind } from "@candor/domain/enumerations";
import { randomApiText } from "../../../people/identity/random-codes.ts";

const LIFETIME_MS = 60 * 60_000;
/** Keys that may be open at a time, of everybody. */
const MAX_KEYS = 50_000;

/** Whose stream a listen key opens. */
export interface ListenKey {
  readonly userId: number;
  readonly apiKeyId: string;
  /** Spot and contracts have streams of their own. */
  readonly kind: MarketKind;
}

interface Held extends ListenKey {
  expiresAtMs: number;
}

/**
 * Keys of user data streams: an hour each, prolonged by their owners. They are kept in memory alone, so that a restart ends
 * them as it ends the connections; who is told of others' orders is decided by the API key behind them each time.
 */
export class ListenKeys {
  private readonly nowMs: () => number;
  private readonly held = new Map<string, Held>();
  private readonly byApiKey = new Map<string, string>();

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** The API key's present listen key for another hour, or a new one. */
  open(userId: number, apiKeyId: string, kind: MarketKind = "spot"): string {
    const present = this.present(apiKeyId, kind);
    if (present !== undefined && this.prolong(present, apiKeyId)) return present;
    const listenKey = this.keep({ userId, apiKeyId, kind, expiresAtMs: this.nowMs() + LIFETIME_MS });
    this.byApiKey.set(nameOf(apiKeyId, kind), listenKey);
    return listenKey;
  }

  /** A key of its own until it is closed, of a connection that has shown the API key itself. */
  hold(userId: number, apiKeyId: string): string {
    return this.keep({ userId, apiKeyId, kind: "spot", expiresAtMs: Number.POSITIVE_INFINITY });
  }

  /** The API key's listen key; undefined: there is none. */
  present(apiKeyId: string, kind: MarketKind): string | undefined {
    return this.byApiKey.get(nameOf(apiKeyId, kind));
  }

  /** False: there is no such key of this API key. */
  prolong(listenKey: string, apiKeyId: string): boolean {
    const held = this.find(listenKey);
    if (held?.apiKeyId !== apiKeyId) return false;
    held.expiresAtMs = this.nowMs() + LIFETIME_MS;
    return true;
  }

  close(listenKey: string, apiKeyId: string): boolean {
    if (this.find(listenKey)?.apiKeyId !== apiKeyId) return false;
    this.drop(listenKey);
    return true;
  }

  /** Whose it is; undefined: nobody's, or it has run out. */
  find(listenKey: string): Held | undefined {
    const held = this.held.get(listenKey);
    if (held === undefined || held.expiresAtMs > this.nowMs()) return held;
    this.drop(listenKey);
    return undefined;
  }

  private keep(held: Held): string {
    const listenKey = randomApiText();
    const [oldest] = this.held.keys();
    if (this.held.size >= MAX_KEYS && oldest !== undefined) this.drop(oldest);
    this.held.set(listenKey, held);
    return listenKey;
  }

  private drop(listenKey: string): void {
    const held = this.held.get(listenKey);
    this.held.delete(listenKey);
    if (held !== undefined && this.present(held.apiKeyId, held.kind) === listenKey)
      this.byApiKey.delete(nameOf(held.apiKeyId, held.kind));
  }
}

const nameOf = (apiKeyId: string, kind: MarketKind): string => `${kind} ${apiKeyId}`;
