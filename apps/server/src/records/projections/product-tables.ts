import type { TickSource } from "@candor/domain/events/option-events";
import type { JSONColumnType } from "kysely";

/**
 * Tables of products other than trading: conversions, machines, timed options, loans, commissions. Conventions as in
 * tables.ts.
 */
export interface ConversionsTable {
  readonly convert_id: number;
  readonly user_id: number;
  readonly time_ms: number;
  readonly wallet: number;
  readonly from_asset_id: number;
  readonly to_asset_id: number;
  readonly paid_units: number;
  readonly received_units: number;
}

/** Current state of a mining machine. */
export interface MinersTable {
  readonly miner_id: number;
  readonly user_id: number;
  readonly plan_id: number;
  readonly asset_id: number;
  readonly price_units: number;
  readonly total_output_units: number;
  readonly duration_days: number;
  readonly refund_ppm: number;
  readonly hash_rate_ghs: number;
  readonly bought_at_ms: number;
  readonly claimed_units: number;
  readonly release_reason: number;
}

/** A machine's state after a command that changed it, and the payment. */
export interface MinerChangesTable {
  readonly seq: number;
  readonly miner_id: number;
  readonly user_id: number;
  readonly time_ms: number;
  readonly cause: number;
  readonly claimed_units: number;
  readonly release_reason: number;
  readonly income_units: number;
  readonly refund_units: number;
}

/** Current state of a timed option; strike, settlement and payout are 0 until known. Labeled accounts have none. */
export interface OptionsTable {
  readonly option_id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly direction: number;
  readonly status: number;
  readonly stake_units: number;
  readonly payout_ppm: number;
  readonly income_units: number;
  readonly duration_seconds: number;
  readonly accepted_seq: number;
  readonly accepted_at_ms: number;
  readonly expires_at_ms: number;
  readonly strike_e8: number;
  readonly strike_seq: number;
  readonly strike_at_ms: number;
  readonly sell_e8: number;
  readonly tick_count: number;
  readonly first_tick_seq: number;
  readonly last_tick_seq: number;
  readonly payout_units: number;
  /** 0 if it has not ended. */
  readonly settled_seq: number;
  readonly key: string;
}

/** An index tick that some timed option may need. */
export interface OptionTicksTable {
  readonly market_id: number;
  readonly seq: number;
  readonly time_ms: number;
  readonly price_e8: number;
  readonly sources: JSONColumnType<readonly TickSource[]>;
}

/** A change of a margin account's debt, as in its event. Labeled accounts have no rows here or in the next table. */
export interface LoansTable {
  readonly loan_id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly asset_id: number;
  readonly seq: number;
  readonly time_ms: number;
  readonly kind: number;
  readonly amount_units: number;
  readonly interest_units: number;
  readonly charged_units: number;
  readonly hourly_ppm: number;
  readonly hours: number;
  readonly debt_units: number;
  readonly owed_interest_units: number;
}

/** A liquidation step of a margin account, as in its event. */
export interface LeverLiquidationsTable {
  /** seq × 65,536 + position among the command's steps. */
  readonly step_id: number;
  readonly liquidation_id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly seq: number;
  readonly time_ms: number;
  readonly method: number;
  readonly index_e8: number;
  readonly index_ticks: number;
  readonly base_units: number;
  readonly quote_units: number;
  readonly base_owed_units: number;
  readonly quote_owed_units: number;
  readonly level_e4: number;
  readonly order_id: number;
  readonly closed_lots: number;
  readonly closed_quote_units: number;
  readonly fee_units: number;
  readonly base_repaid_units: number;
  readonly quote_repaid_units: number;
  readonly base_fund_units: number;
  readonly quote_fund_units: number;
  readonly base_loss_units: number;
  readonly quote_loss_units: number;
  readonly base_left_units: number;
  readonly quote_left_units: number;
}

/** Total that a friend's trading fees have earned the inviter, in units of USDT. */
export interface ReferralContributionsTable {
  readonly inviter_id: number;
  readonly user_id: number;
  readonly value_units: number;
}

/** Orders that met one of their own user, as in MatchPrevented. */
export interface PreventedMatchesTable {
  readonly match_id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly time_ms: number;
  readonly taker_order_id: number;
  readonly maker_order_id: number;
  readonly price_ticks: number;
  readonly taker_lots: number;
  readonly maker_lots: number;
  readonly self_trade: number;
}

/** Samples of PositionSampler, which are not in the journal. */
export interface PositionStatisticsTable {
  readonly market_id: number;
  readonly time_ms: number;
  readonly mark_ticks: number;
  readonly open_interest_lots: number;
  readonly long_accounts: number;
  readonly short_accounts: number;
  readonly top_long_accounts: number;
  readonly top_short_accounts: number;
  readonly top_long_lots: number;
  readonly top_short_lots: number;
}

/** Changes of quantity and price that users made to orders. */
export interface OrderAmendmentsTable {
  readonly order_id: number;
  readonly seq: number;
  readonly time_ms: number;
  /** After the change. */
  readonly price_ticks: number;
  readonly price_before_ticks: number;
  /** -1: none. */
  readonly modify_id: number;
  readonly lots_before: number;
  readonly lots_after: number;
}

/** What auto-deleveraging closed of a position. The liquidated side is in liquidation_steps. */
export interface DeleveragedPositionsTable {
  /** seq × 65,536 + position among the command's deleveraging steps. */
  readonly step_id: number;
  readonly user_id: number;
  readonly time_ms: number;
  readonly market_id: number;
  readonly leg: number;
  readonly is_long: boolean;
  readonly closed_lots: number;
  readonly closed_quote_units: number;
  /** Bankruptcy price of the other side. */
  readonly price_ticks: number;
}
