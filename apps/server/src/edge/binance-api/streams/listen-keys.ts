import type { MarketKind } from "@candor/domain/enumerations";
import { randomApiText } from "../../../people/identity/random-codes.ts";

const LIFETIME_MS = 60 * 60_000;
/** Maximum number of open keys, over all users. */
const MAX_KEYS = 50_000;

/** The owner and kind of a listen key's stream. */
export interface ListenKey {
  readonly userId: number;
  readonly apiKeyId: string;
  /** Spot and contracts have separate streams. */
  readonly kind: MarketKind;
}

/** A listen key's stream, and until when it is open. */
export interface HeldKey extends ListenKey {
  readonly expiresAtMs: number;
}

interface Held extends ListenKey {
  expiresAtMs: number;
}

/** Called when a listen key was renewed, or with 0 when it has ended. */
type ChangeListener = (listenKey: string, expiresAtMs: number) => void;

/**
 * Keys of user data streams, valid for an hour and renewed by their owners. They are only kept in memory, so a restart
 * ends them along with the connections. Access to order events is checked against the API key each time.
 */
export class ListenKeys {
  private readonly nowMs: () => number;
  private readonly held = new Map<string, Held>();
  private readonly byApiKey = new Map<string, string>();
  /** For copies in other threads. */
  onChange: ChangeListener = () => undefined;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** Renews the API key's listen key for an hour, or creates one. */
  open(userId: number, apiKeyId: string, kind: MarketKind = "spot"): string {
    const present = this.present(apiKeyId, kind);
    if (present !== undefined && this.prolong(present, apiKeyId)) return present;
    const listenKey = this.keep({ userId, apiKeyId, kind, expiresAtMs: this.nowMs() + LIFETIME_MS });
    this.byApiKey.set(nameOf(apiKeyId, kind), listenKey);
    return listenKey;
  }

  /** Creates a key without expiry for a connection that has authenticated with the API key itself. */
  hold(userId: number, apiKeyId: string): string {
    return this.keep({ userId, apiKeyId, kind: "spot", expiresAtMs: Number.POSITIVE_INFINITY });
  }

  /** Returns the API key's listen key, or undefined if there is none. */
  present(apiKeyId: string, kind: MarketKind): string | undefined {
    return this.byApiKey.get(nameOf(apiKeyId, kind));
  }

  /** Returns false when this API key has no such listen key. */
  prolong(listenKey: string, apiKeyId: string): boolean {
    const held = this.live(listenKey);
    if (held?.apiKeyId !== apiKeyId) return false;
    held.expiresAtMs = this.nowMs() + LIFETIME_MS;
    this.onChange(listenKey, held.expiresAtMs);
    return true;
  }

  close(listenKey: string, apiKeyId: string): boolean {
    if (this.find(listenKey)?.apiKeyId !== apiKeyId) return false;
    this.drop(listenKey);
    return true;
  }

  /** Returns the key's owner, or undefined if it is unknown or expired. */
  find(listenKey: string): HeldKey | undefined {
    return this.live(listenKey);
  }

  private live(listenKey: string): Held | undefined {
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
    this.onChange(listenKey, 0);
    if (held !== undefined && this.present(held.apiKeyId, held.kind) === listenKey)
      this.byApiKey.delete(nameOf(held.apiKeyId, held.kind));
  }
}

const nameOf = (apiKeyId: string, kind: MarketKind): string => `${kind} ${apiKeyId}`;
