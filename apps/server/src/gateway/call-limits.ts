import { type RateClass, tooFastError, type WireCall } from "@candor/protocol/wire/call";
import { type Rejected, reject } from "@candor/protocol/wire/rejection";
import { readAccount } from "../identity/identifier-rules.ts";
import { networkOf } from "../network-of.ts";
import type { Payload } from "./envelope.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { ADDRESS_LIMITS, LABELLED_FACTOR, MAX_COUNTED, type RateLimit, USER_LIMITS } from "./rate-limits.ts";

/** Of a mailbox; what is longer names no account. */
const MAX_ACCOUNT_LENGTH = 254;

type Limiters<Key> = ReadonlyMap<RateClass, RateLimiter<Key>>;

function limiters<Key>(limits: Readonly<Partial<Record<RateClass, RateLimit>>>): Limiters<Key> {
  return new Map(
    Object.entries(limits).map(([name, limit]) => [
      name as RateClass,
      new RateLimiter<Key>(limit, MAX_COUNTED),
    ]),
  );
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
  private readonly byAddress = limiters<string>(ADDRESS_LIMITS);
  private readonly byUser = limiters<number | string>(USER_LIMITS);
  private readonly factor: number;

  constructor(factor: number) {
    this.factor = factor;
  }

  /** Step 2: by network address. Reads of a live session are counted by user instead. */
  refuseAddress(call: WireCall, address: string, hasSession: boolean, nowMs: number): Rejected | undefined {
    const rateClass = ADDRESS_LIMITS[call.rateClass] === undefined ? "read" : call.rateClass;
    if (hasSession && rateClass === "read") return undefined;
    const waitMs = this.byAddress.get(rateClass)?.take(networkOf(address), nowMs, this.factor) ?? 0;
    return waitMs === 0 ? undefined : tooFast(call, waitMs);
  }

  /** As a visitor's read, whoever calls. */
  countRequest(address: string, weight: number, nowMs: number): CountedRequest {
    const limiter = this.byAddress.get("read");
    const key = networkOf(address);
    const waitMs = limiter?.take(key, nowMs, this.factor, weight) ?? 0;
    return { waitMs, used: limiter?.used(key) ?? 0 };
  }

  /** Orders of a user in the newest window, as the last one that was counted left them. */
  usedOrders(userId: number): number {
    return this.byUser.get("order")?.used(userId) ?? 0;
  }

  /** What `refuseUser` would say of an unlabelled user's call now; nothing is counted. */
  foresee(call: WireCall, userId: number, nowMs: number): Rejected | undefined {
    const waitMs = this.byUser.get(call.rateClass)?.foresee(userId, nowMs, this.factor) ?? 0;
    return waitMs === 0 ? undefined : tooFast(call, waitMs);
  }

  /** Step 6: by user and route; calls that name an account, by that account. */
  refuseUser(
    call: WireCall,
    userId: number,
    labelled: boolean,
    payload: Payload,
    nowMs: number,
  ): Rejected | undefined {
    const limiter = this.byUser.get(call.rateClass);
    if (limiter === undefined) return undefined;
    const key = userId === 0 ? accountOf(call, payload) : userId;
    if (key === undefined) return undefined;
    const waitMs = limiter.take(key, nowMs, labelled ? this.factor * LABELLED_FACTOR : this.factor);
    return waitMs === 0 ? undefined : tooFast(call, waitMs);
  }
}

function tooFast(call: WireCall, retryAfterMs: number): Rejected {
  return reject(tooFastError(call), { retryAfterMs });
}

/** What a visitor's login, registration or reset is about, as text in lower case. */
function accountOf(call: WireCall, payload: Payload): string | undefined {
  if (call.rateClass !== "credential") return undefined;
  const named = payload.account ?? payload.email ?? payload.username ?? payload.phone;
  if (typeof named !== "string") return undefined;
  // One account however it is written: another way to write a phone is no further try.
  const account = named.trim().slice(0, MAX_ACCOUNT_LENGTH);
  return readAccount(account)?.name ?? account.toLowerCase();
}
