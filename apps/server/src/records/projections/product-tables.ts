import type { TickSource } from "@candor/domain/events/option-events";
import type { JSONColumnType } from "kysely";

/** Tables of the products beside trading: conversions, machines, timed options, loans, commissions. As tables.ts says. */
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

/** A mining machine as it is. */
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

/** What a command did to a machine: as it was after it, and what it paid. */
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

/** A timed option as it is now; strike, settlement and payout are 0 until they are known. Labelled accounts have none. */
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
  /** 0: it has not ended. */
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

/** A change of what a margin account owes, as its event tells it. Labelled accounts have none, nor in the next table. */
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

/** A step of a liquidation of a margin account, as its event tells it. */
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

/** What a friend's trading fees have brought the inviter in all, in units of USDT. */
export interface ReferralContributionsTable {
  readonly inviter_id: number;
  readonly user_id: number;
  readonly value_units: number;
}
