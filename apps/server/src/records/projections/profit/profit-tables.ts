import type { WideInteger } from "../wide-integer.ts";

/**
 * Tables of profit and loss. Conventions as in tables.ts; values are in 1e-16 USDT. `margin_market_id` is the market of
 * a margin account, or -1 for a wallet. Labeled accounts have no rows here.
 */

/**
 * What a user holds, with average costs, and what the last day with a change realized; profit-state.ts has the format of
 * both texts. `units` are what an account is worth in its coin: its balance, minus debt and interest, plus stakes of
 * open timed options and the unearned price of mining machines. Negative when more is owed than held; then the cost is
 * what the owed coins were sold for, negative, too.
 */
export interface ProfitStatesTable {
  readonly user_id: number;
  /** The last day with a change. Its results are here, not in `holding_days` and `profit_days`. */
  readonly day: number;
  readonly accounts: string;
  readonly realized: string;
}

/** `units` of an account at the end of a day on which it changed, if the user has changes on a later day. */
export interface HoldingDaysTable {
  readonly user_id: number;
  readonly day: number;
  readonly wallet: number;
  readonly margin_market_id: number;
  readonly asset_id: number;
  readonly units: number;
  /** What came into a wallet on that day by trades and by `value_records`. 0 for margin accounts and USDT. */
  readonly acquired_lots: number;
  readonly acquired_units: number;
  readonly acquired_value_e16: WideInteger;
}

/** Money that came into an account or left it, at its value then: from and to others, and other own accounts. */
export interface FlowDaysTable {
  readonly user_id: number;
  readonly day: number;
  readonly wallet: number;
  readonly margin_market_id: number;
  readonly flow_e16: WideInteger;
  readonly transfer_e16: WideInteger;
}

/** Realized profit after fees of a day before the user's last one. `market_id` is -1 where there is none. */
export interface ProfitDaysTable {
  readonly user_id: number;
  readonly day: number;
  readonly source: number;
  readonly market_id: number;
  readonly profit_e16: WideInteger;
}

/** Coins other than USDT that came into the user's wallets or left them other than by a spot trade. */
export interface ValueRecordsTable {
  readonly user_id: number;
  readonly asset_id: number;
  /** seq × 65,536 + position among the command's records. */
  readonly record_id: number;
  readonly time_ms: number;
  readonly kind: number;
  /** Signed. */
  readonly units: number;
  /** Value at that time; for coins from or to a margin account, and those that an option or a machine lost, their cost. */
  readonly value_e16: WideInteger;
}

/** A contract position, from its opening to its end. In units of the contract's quote coin. */
export interface PositionsTable {
  /** seq × 65,536 + position among the command's openings. */
  readonly opened_id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly leg: number;
  /** The exchange's id; 0 for a position that began and ended within one command. */
  readonly position_id: number;
  readonly margin_mode: number;
  readonly leverage: number;
  /** Buy for long. */
  readonly side: number;
  readonly opened_at_ms: number;
  /** 0 while it is open. */
  readonly closed_at_ms: number;
  /** 0 while it is open; else one more than the index into POSITION_ENDS. */
  readonly ended_by: number;
  /** Open lots, without a sign, and their cost. */
  readonly lots: number;
  readonly entry_cost_units: number;
  readonly max_lots: number;
  readonly entry_lots: number;
  readonly entry_quote_units: WideInteger;
  readonly exit_lots: number;
  readonly exit_quote_units: WideInteger;
  /** Without fees and funding. */
  readonly realized_units: number;
  readonly fee_units: number;
  /** Positive when received. */
  readonly funding_units: number;
  /** The largest cost of its open lots. */
  readonly max_cost_units: number;
}

/** A position at the end of a day on which it changed. */
export interface PositionDaysTable {
  readonly user_id: number;
  readonly day: number;
  readonly market_id: number;
  readonly leg: number;
  /** Signed: positive for long. */
  readonly lots: number;
  readonly entry_cost_units: number;
}
