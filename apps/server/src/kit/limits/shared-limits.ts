import type { KeyLimiter, LimiterMaker, RateLimit } from "./rate-limiter.ts";
import { SharedAddressCounts } from "./shared-address-counts.ts";
import { SharedRateLimiter } from "./shared-rate-limiter.ts";

/** Memory of all shared limits by name, for the settings of a thread. */
export type LimitMemory = Record<string, SharedArrayBuffer>;

/**
 * Makes limiters whose counts all threads of the process share. The first thread makes the memory; the others receive it
 * and make limiters with the same names.
 */
export class SharedLimits {
  readonly memory: LimitMemory;
  private readonly limiters = new Map<string, SharedRateLimiter<string | number>>();

  constructor(memory: LimitMemory = {}) {
    this.memory = memory;
  }

  readonly make: LimiterMaker = <Key extends string | number>(
    name: string,
    limit: RateLimit,
  ): KeyLimiter<Key> => {
    this.memory[name] ??= SharedRateLimiter.memory();
    const limiter = new SharedRateLimiter<Key>(limit, this.memory[name]);
    this.limiters.set(name, limiter);
    return limiter;
  };

  /** Returns the limiter that was made with this name. */
  find(name: string): SharedRateLimiter<string | number> | undefined {
    return this.limiters.get(name);
  }

  /** Makes the counts of open connections of that name. */
  readonly openOf = (name: string): SharedAddressCounts => {
    this.memory[name] ??= SharedAddressCounts.memory();
    return new SharedAddressCounts(this.memory[name]);
  };
}
