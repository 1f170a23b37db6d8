import type { Lease, LeaseRequest } from "./leased-limits.ts";
import type { SharedLimits } from "./shared-limits.ts";

/** Requests that one message may contain. */
const MAX_REQUESTS = 65_536;

/**
 * Leases calls to another process: counts them now. Throws RangeError for requests that no gateway makes; they come from
 * another process, so everything about them is checked.
 */
export function leaseCalls(limits: SharedLimits, requests: readonly LeaseRequest[], nowMs: number): Lease[] {
  if (!Array.isArray(requests) || requests.length > MAX_REQUESTS)
    throw new RangeError("leases must be a list");
  return requests.map(({ name, key, factor, least, wanted, unused }: LeaseRequest) => {
    const limiter = limits.find(name);
    if (limiter === undefined) throw new RangeError(`no limit has the name ${name}`);
    if (typeof key !== "string" && !Number.isSafeInteger(key)) throw new RangeError("a lease without a key");
    if (!(factor > 0) || !(least > 0) || !(wanted >= least) || !Number.isSafeInteger(wanted))
      throw new RangeError("a lease of no calls");
    if (unused !== undefined) {
      if (!(unused.calls > 0) || !Number.isSafeInteger(unused.endsAtMs))
        throw new RangeError("unused calls of no slice");
      limiter.giveBack(key, unused.endsAtMs, unused.calls);
    }
    const granted =
      limiter.lease(key, nowMs, factor, wanted) === 0
        ? { calls: wanted, waitMs: 0 }
        : leastOf(limiter.lease(key, nowMs, factor, least), least);
    return { ...granted, endsAtMs: limiter.sliceEndMs(nowMs), used: limiter.used(key) };
  });
}

const leastOf = (waitMs: number, least: number): Pick<Lease, "calls" | "waitMs"> =>
  waitMs === 0 ? { calls: least, waitMs } : { calls: 0, waitMs };
