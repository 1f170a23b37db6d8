import { networkLevels } from "./network-of.ts";
import { type KeyLimiter, type LimiterMaker, type RateLimit, RateLimiter } from "./rate-limiter.ts";
import { SharedNetworks } from "./shared-networks.ts";

/** Addresses or users counted at a time; the oldest are evicted. */
const MAX_COUNTED = 50_000;

/** Makes a limiter for the calling thread alone. */
export const ownLimiter: LimiterMaker = <Key extends string | number>(_name: string, limit: RateLimit) =>
  new RateLimiter<Key>(limit, MAX_COUNTED);

/** Number of levels that `networkLevels` returns. */
const LEVELS = 3;

/**
 * A rate limit by network: per address, with higher limits for the larger networks it belongs to. Shared networks are
 * exempt.
 */
export class NetworkLimiter {
  private readonly levels: readonly KeyLimiter<string>[];
  private readonly shared: SharedNetworks;

  /** @param name prefix of the limiters' names; only `make` uses it */
  constructor(
    limit: RateLimit,
    shared: SharedNetworks = SharedNetworks.NONE,
    make: LimiterMaker = ownLimiter,
    name = "",
  ) {
    // Each level has its own memory, so that many addresses of one network cannot evict that network's count.
    this.levels = Array.from({ length: LEVELS }, (_, level) => make<string>(`${name} ${level}`, limit));
    this.shared = shared;
  }

  /**
   * Counts a call unless it exceeds the limit of one of its networks.
   * @returns 0 if counted; otherwise milliseconds until the next one is allowed
   */
  take(address: string, nowMs: number, factor = 1, weight = 1): number {
    const waitMs = this.peek(address, nowMs, factor, weight);
    if (waitMs > 0 || this.shared.has(address)) return waitMs;
    let lateMs = 0;
    let index = 0;
    // Another thread may have counted the last allowed call since.
    for (const level of networkLevels(address)) {
      const limiter = this.levels[index++];
      lateMs = Math.max(lateMs, limiter?.take(level.key, nowMs, factor * level.factor, weight) ?? 0);
    }
    return lateMs;
  }

  /** As in KeyLimiter, for all networks of the address. */
  prepare(address: string, nowMs: number, factor = 1, weight = 1): Promise<unknown> | undefined {
    if (this.levels[0]?.prepare === undefined || this.shared.has(address)) return undefined;
    const wanted = networkLevels(address)
      .map((level, at) => this.levels[at]?.prepare?.(level.key, nowMs, factor * level.factor, weight))
      .filter((each) => each !== undefined);
    return wanted.length === 0 ? undefined : Promise.all(wanted);
  }

  /** Returns what `take` would return, without counting. */
  peek(address: string, nowMs: number, factor = 1, weight = 1): number {
    if (this.shared.has(address)) return 0;
    let waitMs = 0;
    let index = 0;
    for (const level of networkLevels(address)) {
      const limiter = this.levels[index++];
      waitMs = Math.max(waitMs, limiter?.foresee(level.key, nowMs, factor * level.factor, weight) ?? 0);
    }
    return waitMs;
  }

  /** Returns the count of the address itself at the last `take`. */
  used(address: string): number {
    return this.levels[0]?.used(networkLevels(address)[0]?.key ?? "") ?? 0;
  }
}
