import type { WideInteger } from "./wide-integer.ts";

/**
 * Sums over a user's orders and timed options by the day (UTC, counted from 1970) on which they were placed.
 * Conventions as in tables.ts.
 */

/** Spot orders that have ended. */
export interface OrderDaysTable {
  readonly user_id: number;
  readonly day: number;
  readonly market_id: number;
  readonly side: number;
  readonly status: number;
  readonly orders: number;
  readonly executed_quote_units: WideInteger;
}

/** Ended timed options. */
export interface OptionDaysTable {
  readonly user_id: number;
  readonly day: number;
  readonly market_id: number;
  readonly direction: number;
  readonly status: number;
  readonly options: number;
  readonly stake_units: WideInteger;
  readonly payout_units: WideInteger;
}
