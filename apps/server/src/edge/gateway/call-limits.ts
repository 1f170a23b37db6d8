import { type RateClass, tooFastError, type WireCall } from "@candor/wire/call";
import { type Rejected, reject } from "@candor/wire/rejection";
import type { ApiLimitSettings } from "../../config/api-settings.ts";
import { NetworkLimiter, ownLimiter } from "../../kit/limits/network-limiter.ts";
import type { KeyLimiter, LimiterMaker, RateLimit } from "../../kit/limits/rate-limiter.ts";
import { SharedNetworks } from "../../kit/limits/shared-networks.ts";
import { ApiLimits } from "./api-limits.ts";
import {
  ADDRESS_LIMITS,
  DEVICE_LIMITS,
  LABELED_FACTOR,
  PAGES_OF_ADDRESS,
  SESSION_READS_OF_ADDRESS,
  USER_LIMITS,
} from "./rate-limits.ts";

/** Origin of a request, known before its body is read. */
export interface RequestOrigin {
  readonly address: string;
  readonly hasSession: boolean;
  /** One of the sandbox's own traders, who run on the server's machine. */
  readonly isLabelled: boolean;
  /** Hash of a device token issued by this server, or `undefined` if the request has none. */
  readonly device?: string | undefined;
}

/** The rate limits of all calls. */
export class CallLimits {
  private readonly byAddress: ReadonlyMap<RateClass, NetworkLimiter>;
  private readonly sessionReads: NetworkLimiter;
  private readonly pages: NetworkLimiter;
  private readonly byDevice: ReadonlyMap<RateClass, KeyLimiter<string>>;
  private readonly byUser: ReadonlyMap<RateClass, KeyLimiter<number>>;
  private readonly factor: number;
  /** The limits of the APIs for Binance clients. */
  readonly api: ApiLimits;
  /** Whether limiters must be prepared. */
  readonly isPrepared: boolean;

  /** @param make makes each limiter; by default its counts are this thread's alone */
  constructor(
    factor: number,
    shared: SharedNetworks = SharedNetworks.NONE,
    make: LimiterMaker = ownLimiter,
    apiLimits?: ApiLimitSettings,
  ) {
    const byNetwork = (name: string, limit: RateLimit) => new NetworkLimiter(limit, shared, make, name);
    this.factor = factor;
    this.byAddress = byClass(ADDRESS_LIMITS, (limit, name) => byNetwork(`address ${name}`, limit));
    this.byDevice = byClass(DEVICE_LIMITS, (limit, name) => make<string>(`device ${name}`, limit));
    this.byUser = byClass(USER_LIMITS, (limit, name) => make<number>(`user ${name}`, limit));
    this.sessionReads = byNetwork("session reads", SESSION_READS_OF_ADDRESS);
    this.pages = byNetwork("pages", PAGES_OF_ADDRESS);
    this.api = new ApiLimits(apiLimits, factor, shared, make);
    this.isPrepared = [...this.byUser.values()].some((limiter) => limiter.prepare !== undefined);
  }

  /**
   * Step 2: limits by network address. Calls with a live session are counted by user; their reads are also counted by
   * address, with a higher limit. A device that has logged in before has its own count for logins and code requests, so
   * that nobody else on its address can use up its attempts.
   */
  refuseAddress(call: WireCall, origin: RequestOrigin, nowMs: number): Rejected | undefined {
    const waitMs = this.waitOfAddress(call, origin, nowMs);
    return waitMs === 0 ? undefined : tooFast(call, waitMs);
  }

  /**
   * Makes the counts for a call available, where they are those of another process. Call it again until it returns
   * `undefined`, and then use the other methods in the same turn of the event loop.
   * @param userId 0 for a visitor
   */
  prepare(
    call: WireCall,
    origin: RequestOrigin,
    userId: number,
    nowMs: number,
  ): Promise<unknown> | undefined {
    const { limiter, key, weight } = this.countedBy(call, origin) ?? {};
    const factor = origin.isLabelled ? this.factor * LABELED_FACTOR : this.factor;
    const wanted = [
      key === undefined ? undefined : limiter?.prepare?.(key, nowMs, this.factor, weight),
      userId === 0
        ? undefined
        : this.byUser.get(call.rateClass)?.prepare?.(userId, nowMs, factor, call.weight),
    ].filter((each) => each !== undefined);
    return wanted.length === 0 ? undefined : Promise.all(wanted);
  }

  /**
   * Counts a page, picture or file request. @returns 0 if it is allowed; otherwise milliseconds until the next one is
   */
  countPage(address: string, nowMs: number): number {
    return this.pages.take(address, nowMs, this.factor);
  }

  /**
   * Step 6: limits by user and route. Visitors (user 0) are counted by address only, and their wrong passwords also by
   * account.
   */
  refuseUser(call: WireCall, userId: number, labelled: boolean, nowMs: number): Rejected | undefined {
    const limiter = this.byUser.get(call.rateClass);
    if (limiter === undefined || userId === 0) return undefined;
    const factor = labelled ? this.factor * LABELED_FACTOR : this.factor;
    const waitMs = limiter.take(userId, nowMs, factor, call.weight);
    return waitMs === 0 ? undefined : tooFast(call, waitMs);
  }

  private waitOfAddress(call: WireCall, origin: RequestOrigin, nowMs: number): number {
    const { limiter, key, weight } = this.countedBy(call, origin) ?? {};
    return key === undefined ? 0 : (limiter?.take(key, nowMs, this.factor, weight) ?? 0);
  }

  /** Returns the limiter that counts a call by its origin, with its key; `undefined` if none does. */
  private countedBy(
    call: WireCall,
    { address, hasSession, isLabelled, device }: RequestOrigin,
  ): CountedBy | undefined {
    if (hasSession) {
      // The own traders read enough to use up the reads of everybody on the server's machine.
      if (call.rateClass !== "read" || isLabelled) return undefined;
      return { limiter: this.sessionReads, key: address, weight: call.weight };
    }
    const ofDevice = device === undefined ? undefined : this.byDevice.get(call.rateClass);
    if (ofDevice !== undefined && device !== undefined) return { limiter: ofDevice, key: device, weight: 1 };
    const limiter = this.byAddress.get(call.rateClass) ?? this.byAddress.get("read");
    return limiter && { limiter, key: address, weight: call.weight };
  }
}

interface CountedBy {
  readonly limiter: Pick<NetworkLimiter, "take" | "prepare"> | KeyLimiter<string>;
  readonly key: string;
  readonly weight: number;
}

function byClass<Limiter>(
  limits: Readonly<Partial<Record<RateClass, RateLimit>>>,
  make: (limit: RateLimit, name: string) => Limiter,
): ReadonlyMap<RateClass, Limiter> {
  return new Map(Object.entries(limits).map(([name, limit]) => [name as RateClass, make(limit, name)]));
}

function tooFast(call: WireCall, retryAfterMs: number): Rejected {
  return reject(tooFastError(call), { retryAfterMs });
}
