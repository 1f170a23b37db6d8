import { POOLS } from "@candor/domain/enumerations";

/**
 * The exchange's own accounts, one of each an asset. Two are negative because they stand for where money comes from: the
 * outside world for what is on chains, the sandbox treasury for play money. What they owe is what all others have.
 *
 * The option escrow has all that open timed options can still pay: their stakes, and their income out of the pool.
 *
 * Two hold what contracts have under way and may be of either sign: the clearing what open positions have lost to, or
 * gained from, those that have realized theirs (the sum of all sides × cost, with the other sign); the funding account
 * what a round of payments has taken and not yet given. Rounding alone may fall below zero for want of money: by what
 * neither payers of funding nor insurance nor fees could pay.
 */
export const SYSTEM_ACCOUNTS = [
  "outside-world",
  "sandbox-treasury",
  "fees",
  "rounding",
  "insurance",
  "option-pool",
  "mining-reserve",
  "lending-pool",
  "clearing",
  "funding",
  "option-escrow",
] as const;
export type SystemAccount = (typeof SYSTEM_ACCOUNTS)[number];

/** Pools and the insurance fund pay what they have and no more. */
export const NEVER_NEGATIVE: ReadonlySet<SystemAccount> = new Set(["insurance", "option-escrow", ...POOLS]);
