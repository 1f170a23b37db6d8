import type { HeldKey } from "../binance-api/streams/listen-keys.ts";
import type { StreamKeyPort } from "../binance-api/streams/stream-keys.ts";

/** Listen keys known to one thread, as many as the main thread keeps; the oldest are evicted. */
const MAX_KEYS = 50_000;

/**
 * Listen keys as the user data streams of a gateway know them. Like the caller cache, it asks the main thread for each
 * key that it does not know, and forgets what the main thread names before any such change is acknowledged.
 */
export class FollowedStreamKeys implements StreamKeyPort {
  private readonly ask: (listenKey: string) => Promise<HeldKey | undefined>;
  private readonly nowMs: () => number;
  private readonly known = new Map<string, HeldKey>();
  private readonly ofUser = new Map<number, Set<string>>();
  private readonly listeners = new Set<(userId: number) => void>();

  /** @param nowMs the exchange's time */
  constructor(ask: (listenKey: string) => Promise<HeldKey | undefined>, nowMs: () => number) {
    this.ask = ask;
    this.nowMs = nowMs;
  }

  refresh(listenKey: string): Promise<void> | undefined {
    return this.known.has(listenKey) ? undefined : this.learn(listenKey);
  }

  private async learn(listenKey: string): Promise<void> {
    const key = await this.ask(listenKey);
    if (key !== undefined) this.keep(listenKey, key);
  }

  find(listenKey: string): HeldKey | undefined {
    const key = this.known.get(listenKey);
    return key === undefined || key.expiresAtMs <= this.nowMs() ? undefined : key;
  }

  onDoubt(listener: (userId: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  keep(listenKey: string, key: HeldKey): void {
    this.drop(listenKey);
    const [oldest] = this.known.keys();
    if (this.known.size >= MAX_KEYS && oldest !== undefined) this.drop(oldest);
    this.known.set(listenKey, key);
    const names = this.ofUser.get(key.userId) ?? new Set();
    this.ofUser.set(key.userId, names.add(listenKey));
  }

  /** @param expiresAtMs 0 when it has ended */
  changed(listenKey: string, expiresAtMs: number): void {
    const key = this.known.get(listenKey);
    if (key === undefined) return;
    if (expiresAtMs === 0) this.drop(listenKey);
    else this.known.set(listenKey, { ...key, expiresAtMs });
  }

  forgetUser(userId: number): void {
    const names = this.ofUser.get(userId);
    if (names === undefined) return;
    for (const name of names) this.drop(name);
    for (const listener of this.listeners) listener(userId);
  }

  /** Forgets everything: changes may have been missed. */
  clear(): void {
    this.known.clear();
    this.ofUser.clear();
  }

  private drop(listenKey: string): void {
    const key = this.known.get(listenKey);
    if (key === undefined) return;
    this.known.delete(listenKey);
    const names = this.ofUser.get(key.userId);
    names?.delete(listenKey);
    if (names?.size === 0) this.ofUser.delete(key.userId);
  }
}
