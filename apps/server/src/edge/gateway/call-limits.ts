import { type RateClass, tooFastError, type WireCall } from "@candor/wire/call";
import { type Rejected, reject } from "@candor/wire/rejection";
import { MAX_COUNTED, NetworkLimiter } from "../../kit/network-limiter.ts";
import type { RateLimit } from "../../kit/rate-limiter.ts";
import { RateLimiter } from "../../kit/rate-limiter.ts";
import { SharedNetworks } from "../../kit/shared-networks.ts";
import {
  ADDRESS_LIMITS,
  DEVICE_LIMITS,
  LABELLED_FACTOR,
  PAGES_OF_ADDRESS,
  SESSION_READS_OF_ADDRESS,
  USER_LIMITS,
} from "./rate-limits.ts";

/** Who a request comes from, before anything of it is read. */
export interface RequestOrigin {
  readonly address: string;
  readonly hasSession: boolean;
  /** Hash of a device token that this server issued; undefined: none was shown. */
  readonly device?: string | undefined;
}

/** Where an address stands with its requests. */
export interface CountedRequest {
  /** 0: it may go on; otherwise milliseconds until the next one. */
  readonly waitMs: number;
  /** Requests of the last minute, this one included when it was counted. */
  readonly used: number;
}

/** The rate limits of all calls. */
export class CallLimits {
  private readonly byAddress: ReadonlyMap<RateClass, NetworkLimiter>;
  private readonly sessionReads: NetworkLimiter;
  private readonly pages: NetworkLimiter;
  private readonly byDevice: ReadonlyMap<RateClass, RateLimiter<string>>;
  private readonly byUser: ReadonlyMap<RateClass, RateLimiter<number>>;
  private readonly factor: number;

  constructor(factor: number, shared: SharedNetworks = SharedNetworks.NONE) {
    this.factor = factor;
    this.byAddress = byClass(ADDRESS_LIMITS, (limit) => new NetworkLimiter(limit, shared));
    this.byDevice = byClass(DEVICE_LIMITS, (limit) => new RateLimiter<string>(limit, MAX_COUNTED));
    this.byUser = byClass(USER_LIMITS, (limit) => new RateLimiter<number>(limit, MAX_COUNTED));
    this.sessionReads = new NetworkLimiter(SESSION_READS_OF_ADDRESS, shared);
    this.pages = new NetworkLimiter(PAGES_OF_ADDRESS, shared);
  }

  /**
   * Step 2: by network address. Calls of a live session are counted by user, and its reads by address too, with more
   * room. A device that logged in before is counted by itself when it logs in again or asks for a code, so that nobody
   * else behind its address can use up its tries.
   */
  refuseAddress(call: WireCall, origin: RequestOrigin, nowMs: number): Rejected | undefined {
    const waitMs = this.waitOfAddress(call, origin, nowMs);
    return waitMs === 0 ? undefined : tooFast(call, waitMs);
  }

  /** As a visitor's read, whoever calls. */
  countRequest(address: string, weight: number, nowMs: number): CountedRequest {
    const limiter = this.byAddress.get("read");
    const waitMs = limiter?.take(address, nowMs, this.factor, weight) ?? 0;
    return { waitMs, used: limiter?.used(address) ?? 0 };
  }

  /** A page, a picture or a file. @returns 0: it may go on; otherwise milliseconds until the next one */
  countPage(address: string, nowMs: number): number {
    return this.pages.take(address, nowMs, this.factor);
  }

  /** Orders of a user in the newest window, as the last one that was counted left them. */
  usedOrders(userId: number): number {
    return this.byUser.get("order")?.used(userId) ?? 0;
  }

  /** What `refuseUser` would say of an unlabelled user's call now; nothing is counted. */
  foresee(call: WireCall, userId: number, nowMs: number): Rejected | undefined {
    const waitMs = this.byUser.get(call.rateClass)?.foresee(userId, nowMs, this.factor, call.weight) ?? 0;
    return waitMs === 0 ? undefined : tooFast(call, waitMs);
  }

  /** Step 6: by user and route. Visitors (0) are counted by address alone, and their wrong passwords by account too. */
  refuseUser(call: WireCall, userId: number, labelled: boolean, nowMs: number): Rejected | undefined {
    const limiter = this.byUser.get(call.rateClass);
    if (limiter === undefined || userId === 0) return undefined;
    const factor = labelled ? this.factor * LABELLED_FACTOR : this.factor;
    const waitMs = limiter.take(userId, nowMs, factor, call.weight);
    return waitMs === 0 ? undefined : tooFast(call, waitMs);
  }

  private waitOfAddress(
    call: WireCall,
    { address, hasSession, device }: RequestOrigin,
    nowMs: number,
  ): number {
    if (hasSession) {
      if (call.rateClass !== "read") return 0;
      return this.sessionReads.take(address, nowMs, this.factor, call.weight);
    }
    const ofDevice = device === undefined ? undefined : this.byDevice.get(call.rateClass);
    if (ofDevice !== undefined && device !== undefined) return ofDevice.take(device, nowMs, this.factor);
    const ofAddress = this.byAddress.get(call.rateClass) ?? this.byAddress.get("read");
    return ofAddress?.take(address, nowMs, this.factor, call.weight) ?? 0;
  }
}

function byClass<Limiter>(
  limits: Readonly<Partial<Record<RateClass, RateLimit>>>,
  make: (limit: RateLimit) => Limiter,
): ReadonlyMap<RateClass, Limiter> {
  return new Map(Object.entries(limits).map(([name, limit]) => [name as RateClass, make(limit)]));
}

function tooFast(call: WireCall, retryAfterMs: number): Rejected {
  return reject(tooFastError(call), { retryAfterMs });
}
