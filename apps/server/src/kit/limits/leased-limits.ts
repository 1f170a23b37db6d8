import { setTimeout as sleep } from "node:timers/promises";
import { BoundedMap } from "../bounded-map.ts";
import { type KeyLimiter, type LimiterMaker, type RateLimit, sliceEndMs } from "./rate-limiter.ts";

/** Asks for calls that may be made in the current slice of a limiter's window. */
export interface LeaseRequest {
  /** Name of the limiter. */
  readonly name: string;
  readonly key: string | number;
  readonly factor: number;
  /** Calls that are needed now, and that are useful. */
  readonly least: number;
  readonly wanted: number;
  /** Calls of an earlier slice that were leased and not made. */
  readonly unused?: Unused | undefined;
}

interface Unused {
  readonly calls: number;
  /** Until when they could have been made. */
  readonly endsAtMs: number;
}

/** Between 0 and the wanted number of calls; if less than the least, the wait until they are allowed. */
export interface Lease {
  readonly calls: number;
  readonly waitMs: number;
  /** Until when the calls may be made. */
  readonly endsAtMs: number;
  readonly used: number;
}

/** Returns one lease per request. */
export type AskLeases = (requests: readonly LeaseRequest[]) => Promise<readonly Lease[]>;

/** Keys that a limiter has leases of; the oldest are evicted. */
const MAX_KEYS = 50_000;
/** A lease grows with the calls of its slice, up to this part of the limit. */
const LARGEST_PART = 8;
/** Calls that did not wait for `prepare` are admitted on credit up to this part of the limit in a slice. */
const CREDIT_PART = 20;
/** When to try again a call that was not prepared and exceeds the credit. */
const RETRY_MS = 50;

/** Pause before a lease that a core whose clock is behind may give for this process's slice. */
const SLICES_MEET_MS = 20;

/** What is known of one key in the current slice. */
interface KeyLease {
  readonly endsAtMs: number;
  left: number;
  /** Of those left, calls that were prepared in this turn of the event loop and are about to be made. */
  promised: number;
  made: number;
  credit: number;
  used: number;
  /** A call of this weight or more is not allowed until then. */
  refusedWeight: number;
  refusedUntilMs: number;
  asking: Promise<void> | undefined;
  unused: Unused | undefined;
}

/**
 * Makes limiters whose counts another process has: they lease calls from it before they admit them, and give back what they
 * have not used with the next lease. So a limit is never exceeded, whichever gateways the calls reach. Without the other process,
 * nothing is admitted.
 */
export class LeasedLimits {
  private readonly ask: AskLeases;
  private asked: { readonly request: LeaseRequest; readonly done: PromiseWithResolvers<Lease> }[] = [];
  private readonly limiters: { clear(): void }[] = [];

  constructor(ask: AskLeases) {
    this.ask = ask;
  }

  readonly make: LimiterMaker = <Key extends string | number>(
    name: string,
    limit: RateLimit,
  ): KeyLimiter<Key> => {
    const limiter = new LeasedLimiter<Key>(limit, (request) => this.lease({ name, ...request }));
    this.limiters.push(limiter);
    return limiter;
  };

  /** Drops all leases: another process counts from now on. */
  clear(): void {
    for (const limiter of this.limiters) limiter.clear();
  }

  /** Requests of one turn of the event loop are asked together. */
  private lease(request: LeaseRequest): Promise<Lease> {
    const done = Promise.withResolvers<Lease>();
    if (this.asked.push({ request, done }) === 1) setImmediate(() => void this.flush());
    return done.promise;
  }

  private async flush(): Promise<void> {
    const asked = this.asked;
    this.asked = [];
    try {
      const leases = await this.ask(asked.map(({ request }) => request));
      for (const [at, { done }] of asked.entries()) {
        const lease = leases[at];
        if (lease === undefined) done.reject(new Error("a lease is missing"));
        else done.resolve(lease);
      }
    } catch (error) {
      for (const { done } of asked) done.reject(error);
    }
  }
}

type AskLease = (request: Omit<LeaseRequest, "name">) => Promise<Lease>;

class LeasedLimiter<Key extends string | number> implements KeyLimiter<Key> {
  private readonly limit: RateLimit;
  private readonly lease: AskLease;
  private leases = new BoundedMap<Key, KeyLease>(MAX_KEYS);

  constructor(limit: RateLimit, lease: AskLease) {
    this.limit = limit;
    this.lease = lease;
  }

  take(key: Key, nowMs: number, factor = 1, weight = 1): number {
    const known = this.current(key, nowMs);
    const waitMs = refusedMs(known, nowMs, weight);
    if (waitMs > 0) return waitMs;
    known.promised = Math.max(0, known.promised - weight);
    if (known.left >= weight) known.left -= weight;
    else {
      // A caller that cannot wait. What is admitted on credit is counted with the next lease.
      this.renew(key, known, nowMs, factor, weight).catch(() => undefined);
      if (known.credit + weight > Math.max(1, (this.limit.count * factor) / CREDIT_PART)) return RETRY_MS;
      known.credit += weight;
    }
    known.made += weight;
    known.used += weight;
    return 0;
  }

  foresee(key: Key, nowMs: number, _factor = 1, weight = 1): number {
    return refusedMs(this.current(key, nowMs), nowMs, weight);
  }

  used(key: Key): number {
    return this.leases.get(key)?.used ?? 0;
  }

  prepare(key: Key, nowMs: number, factor = 1, weight = 1): Promise<void> | undefined {
    const known = this.current(key, nowMs);
    if (refusedMs(known, nowMs, weight) > 0) return undefined;
    if (known.left - known.promised >= weight) {
      promise(known, weight);
      return undefined;
    }
    return this.renew(key, known, nowMs, factor, weight);
  }

  clear(): void {
    this.leases = new BoundedMap(MAX_KEYS);
  }

  private current(key: Key, nowMs: number): KeyLease {
    const known = this.leases.get(key);
    const endsAtMs = sliceEndMs(this.limit, nowMs);
    if (known !== undefined && known.endsAtMs === endsAtMs) return known;
    const next: KeyLease = {
      endsAtMs,
      left: 0,
      promised: 0,
      made: 0,
      credit: known?.credit ?? 0,
      used: known?.used ?? 0,
      refusedWeight: known?.refusedWeight ?? 0,
      refusedUntilMs: known?.refusedUntilMs ?? 0,
      asking: undefined,
      unused:
        known === undefined || known.left === 0
          ? known?.unused
          : { calls: known.left, endsAtMs: known.endsAtMs },
    };
    this.leases.set(key, next);
    return next;
  }

  private renew(key: Key, known: KeyLease, nowMs: number, factor: number, weight: number): Promise<void> {
    known.asking ??= this.renewNow(key, known, nowMs, factor, weight).finally(() => {
      known.asking = undefined;
    });
    return known.asking;
  }

  private async renewNow(
    key: Key,
    known: KeyLease,
    nowMs: number,
    factor: number,
    weight: number,
  ): Promise<void> {
    const owed = known.credit;
    const more = Math.min(known.made, Math.floor((this.limit.count * factor) / LARGEST_PART));
    const least = owed + weight;
    const { unused } = known;
    known.unused = undefined;
    const request = { key, factor, least, wanted: least + more, unused };
    const { calls, waitMs, endsAtMs, used } = await this.lease(request);
    known.used = used;
    // This process's clock is ahead of the core's, as after a take-over: this is a lease of an earlier slice.
    if (calls > 0 && endsAtMs < known.endsAtMs) {
      known.unused = { calls, endsAtMs };
      await sleep(SLICES_MEET_MS);
      return;
    }
    if (calls < least) {
      known.refusedWeight = weight;
      known.refusedUntilMs = nowMs + Math.max(1, waitMs);
    } else {
      known.left += calls - owed;
      known.credit -= owed;
    }
  }
}

/** Others that are prepared before the call is made must not count on the same calls. */
function promise(known: KeyLease, weight: number): void {
  if (known.promised === 0)
    setImmediate(() => {
      known.promised = 0;
    });
  known.promised += weight;
}

const refusedMs = ({ refusedWeight, refusedUntilMs }: KeyLease, nowMs: number, weight: number): number =>
  weight >= refusedWeight && refusedUntilMs > nowMs ? refusedUntilMs - nowMs : 0;
