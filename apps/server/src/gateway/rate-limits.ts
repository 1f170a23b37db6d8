import type { RateClass } from "@candor/protocol/wire/call";

/** At most `count` calls in any `windowMs`. */
export interface RateLimit {
  readonly count: number;
  readonly windowMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Limits by network address: of visitors' calls, and of calls that guess at secrets or send messages. */
export const ADDRESS_LIMITS: Readonly<Partial<Record<RateClass, RateLimit>>> = {
  read: { count: 600, windowMs: MINUTE_MS },
  credential: { count: 10, windowMs: MINUTE_MS },
  code: { count: 20, windowMs: HOUR_MS },
};

/** Limits by user; login, register and resetpwd: by the account that they name. */
export const USER_LIMITS: Readonly<Partial<Record<RateClass, RateLimit>>> = {
  read: { count: 600, windowMs: MINUTE_MS },
  order: { count: 50, windowMs: 10_000 },
  cancel: { count: 100, windowMs: 10_000 },
  money: { count: 30, windowMs: MINUTE_MS },
  credential: { count: 5, windowMs: MINUTE_MS },
  upload: { count: 20, windowMs: HOUR_MS },
  chat: { count: 20, windowMs: MINUTE_MS },
  export: { count: 6, windowMs: HOUR_MS },
  faucet: { count: 1, windowMs: MINUTE_MS },
};

/** The sandbox's own traders keep ten books up to date each second. */
export const LABELLED_FACTOR = 20;

/** Addresses, or users, whose calls are counted at a time. */
export const MAX_COUNTED = 50_000;
