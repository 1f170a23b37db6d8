import type { RateClass } from "@candor/wire/call";
import type { RateLimit } from "../../kit/limits/rate-limiter.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Limits of visitors by network address; larger networks have higher limits (`networkLevels`). Wrong passwords and
 * codes have stricter limits where they are checked (`IDENTITY_LIMITS`): these limits only bound the load.
 */
export const ADDRESS_LIMITS: Readonly<Partial<Record<RateClass, RateLimit>>> = {
  read: { count: 600, windowMs: MINUTE_MS },
  credential: { count: 60, windowMs: MINUTE_MS },
  code: { count: 60, windowMs: HOUR_MS },
};

/** Reads with a session, for all users of an address together; each counts with its call's weight. */
export const SESSION_READS_OF_ADDRESS: RateLimit = { count: 3_000, windowMs: MINUTE_MS };

/** Pages, scripts, pictures and files. A first visit loads about 60. */
export const PAGES_OF_ADDRESS: RateLimit = { count: 3_000, windowMs: MINUTE_MS };

/** Limits by device, for one that has logged in before and has no session now. */
export const DEVICE_LIMITS: Readonly<Partial<Record<RateClass, RateLimit>>> = {
  credential: { count: 10, windowMs: MINUTE_MS },
  code: { count: 10, windowMs: HOUR_MS },
};

/** Limits by user. */
export const USER_LIMITS: Readonly<Partial<Record<RateClass, RateLimit>>> = {
  read: { count: 600, windowMs: MINUTE_MS },
  order: { count: 50, windowMs: 10_000 },
  cancel: { count: 100, windowMs: 10_000 },
  money: { count: 30, windowMs: MINUTE_MS },
  credential: { count: 5, windowMs: MINUTE_MS },
  code: { count: 15, windowMs: HOUR_MS },
  upload: { count: 20, windowMs: HOUR_MS },
  chat: { count: 20, windowMs: MINUTE_MS },
  document: { count: 60, windowMs: MINUTE_MS },
  // The app offers six files, and somebody saves all of several periods.
  export: { count: 30, windowMs: HOUR_MS },
  faucet: { count: 1, windowMs: MINUTE_MS },
};

/** The sandbox's own traders update ten order books every second. */
export const LABELED_FACTOR = 20;
