import { POOLS } from "@candor/domain/enumerations";

/**
 * The exchange's own accounts, one of each per asset. Two are negative because they represent sources of money: the
 * outside world for deposits on chains, the sandbox treasury for play money. Their debt equals the total of all other
 * accounts.
 *
 * The option escrow holds the maximum payout of open timed options: their stakes, and their income from the pool.
 *
 * Two hold the amounts that contracts have in progress, of either sign. The clearing account holds what open positions
 * have lost to, or gained from, positions that realized theirs (the sum of all sides × cost, with the opposite sign).
 * The funding account holds what a round of payments has collected and not yet paid. Only the rounding account may fall
 * below zero for lack of money: by what funding payers, insurance and fees could not pay.
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

/** Pools and the insurance fund pay at most their balance. */
export const NEVER_NEGATIVE: ReadonlySet<SystemAccount> = new Set(["insurance", "option-escrow", ...POOLS]);
