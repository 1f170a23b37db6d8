import type { AccountPosition, ForcedFill } from "@candor/domain/events/contract-events";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import type { JSONColumnType } from "kysely";
import type { OptionDaysTable, OrderDaysTable } from "./day-tables.ts";
import type { KlineHistoryTable, KlinesTable } from "./kline-tables.ts";
import type { CorrectionsTable, SettingVersionsTable } from "./operator-tables.ts";
import type {
  ConversionsTable,
  DeleveragedPositionsTable,
  LeverLiquidationsTable,
  LoansTable,
  MinerChangesTable,
  MinersTable,
  OptionsTable,
  OptionTicksTable,
  OrderAmendmentsTable,
  PositionStatisticsTable,
  PreventedMatchesTable,
  ReferralContributionsTable,
} from "./product-tables.ts";
import type {
  FlowDaysTable,
  HoldingDaysTable,
  PositionDaysTable,
  PositionsTable,
  ProfitDaysTable,
  ProfitStatesTable,
  ValueRecordsTable,
} from "./profit/profit-tables.ts";
import type { TradesTable } from "./trade-tables.ts";

/**
 * The read models' SQL schema. Every number is an exact integer with its unit last in the name; enumerations are stored
 * as the index in their list (codes.ts); 0 means "none" in ids and sequence numbers, which begin at 1. The migrations
 * explain why each index exists.
 */
export interface ReadModelTables {
  readonly assets: AssetsTable;
  readonly markets: MarketsTable;
  readonly accounts: AccountsTable;
  readonly orders: OrdersTable;
  readonly order_days: OrderDaysTable;
  readonly order_outcomes: OrderOutcomesTable;
  readonly trades: TradesTable;
  readonly fills: FillsTable;
  readonly fund_records: FundRecordsTable;
  readonly deposits: DepositsTable;
  readonly withdrawals: WithdrawalsTable;
  readonly withdrawal_steps: WithdrawalStepsTable;
  readonly balance_outcomes: BalanceOutcomesTable;
  readonly contract_leverages: ContractLeveragesTable;
  readonly live_contract_orders: LiveContractOrdersTable;
  readonly order_triggers: OrderTriggersTable;
  readonly funding_rounds: FundingRoundsTable;
  readonly funding_payments: FundingPaymentsTable;
  readonly liquidation_steps: LiquidationStepsTable;
  readonly conversions: ConversionsTable;
  readonly miners: MinersTable;
  readonly miner_changes: MinerChangesTable;
  readonly options: OptionsTable;
  readonly option_ticks: OptionTicksTable;
  readonly option_days: OptionDaysTable;
  readonly loans: LoansTable;
  readonly lever_liquidations: LeverLiquidationsTable;
  readonly referral_contributions: ReferralContributionsTable;
  readonly prevented_matches: PreventedMatchesTable;
  readonly order_amendments: OrderAmendmentsTable;
  readonly deleveraged_positions: DeleveragedPositionsTable;
  readonly corrections: CorrectionsTable;
  readonly setting_versions: SettingVersionsTable;
  readonly profit_states: ProfitStatesTable;
  readonly holding_days: HoldingDaysTable;
  readonly flow_days: FlowDaysTable;
  readonly profit_days: ProfitDaysTable;
  readonly value_records: ValueRecordsTable;
  readonly positions: PositionsTable;
  readonly position_days: PositionDaysTable;
  readonly klines: KlinesTable;
  readonly kline_history: KlineHistoryTable;
  readonly position_statistics: PositionStatisticsTable;
  readonly checkpoint: CheckpointTable;
}

export interface AssetsTable {
  readonly asset_id: number;
  readonly symbol: string;
  readonly spec: JSONColumnType<AssetSpec & object>;
  readonly listed_seq: number;
  readonly listed_at_ms: number;
}

export interface MarketsTable {
  readonly market_id: number;
  /** Unique per product: a contract may have the symbol of a spot market. */
  readonly symbol: string;
  readonly product: number;
  readonly base_asset_id: number;
  readonly quote_asset_id: number;
  /** A ContractSpec for a contract. */
  readonly spec: JSONColumnType<(SpotMarketSpec | ContractSpec) & object>;
  readonly status: number;
  readonly status_seq: number;
  readonly listed_seq: number;
  readonly listed_at_ms: number;
}

export interface AccountsTable {
  readonly user_id: number;
  readonly role: number;
  readonly opened_seq: number;
  readonly opened_at_ms: number;
}

/** Current state of the order, and, in `accepted_…`, its changeable fields as of the answer to its command. */
export interface OrdersTable {
  readonly order_id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly product: number;
  readonly side: number;
  readonly type: number;
  readonly time_in_force: number;
  readonly self_trade: number;
  readonly status: number;
  readonly reason: number;
  readonly quantity_lots: number;
  readonly quote_units: number;
  readonly price_ticks: number;
  readonly stop_ticks: number;
  readonly trailing_ppm: number;
  /** For spot orders: `last`, and not reduce-only. */
  readonly trigger_by: number;
  readonly reduce_only: boolean;
  /** Of a contract in hedge mode: one more than the index into POSITION_LEGS; else 0. */
  readonly leg: number;
  /** For a contract: the position's leverage when the order was accepted; else 0. */
  readonly leverage: number;
  readonly group_id: number;
  readonly executed_lots: number;
  readonly executed_quote_units: number;
  readonly fee_units: number;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly key: string;
  readonly accepted_seq: number;
  readonly changed_seq: number;
  /** Sequence number of the command that ended it; 0 while it is live. */
  readonly finalised_seq: number;
  readonly accepted_status: number;
  readonly accepted_reason: number;
  readonly accepted_quantity_lots: number;
  readonly accepted_price_ticks: number;
  readonly accepted_stop_ticks: number;
  readonly accepted_trailing_ppm: number;
  readonly accepted_executed_lots: number;
  readonly accepted_executed_quote_units: number;
  readonly accepted_fee_units: number;
}

/**
 * Effect of a reduce or a cancel-all on each of its user's orders, so that a repeated command returns the original
 * answer.
 */
export interface OrderOutcomesTable {
  readonly seq: number;
  readonly order_id: number;
  readonly status: number;
  readonly reason: number;
  readonly quantity_lots: number;
  readonly price_ticks: number;
  readonly stop_ticks: number;
  readonly trailing_ppm: number;
  readonly executed_lots: number;
  readonly executed_quote_units: number;
  readonly fee_units: number;
  readonly released_units: number;
  readonly updated_at_ms: number;
}

/** A trade from the point of view of one of its two users. Labeled accounts have no rows here. */
export interface FillsTable {
  readonly user_id: number;
  readonly time_ms: number;
  readonly trade_id: number;
  readonly market_trade_id: number;
  readonly order_id: number;
  readonly market_id: number;
  readonly seq: number;
  readonly side: number;
  readonly maker: boolean;
  readonly price_ticks: number;
  readonly quantity_lots: number;
  readonly quote_units: number;
  readonly fee_units: number;
  /** Realized PnL of a contract trade, without its fee; else 0. */
  readonly realized_units: number;
  /** Whether the other side was a labeled account. */
  readonly counterparty_labelled: boolean;
  /** Whether it belongs to a margin order. */
  readonly lever: boolean;
  /** Index of the quote coin at the trade in 1e-8 USDT; 0 for a contract. */
  readonly quote_price_e8: number;
  /** What the trade realized against average cost, in 1e-4 USDT, toward zero, and its rest; 0 for a contract. */
  readonly profit_e4: number;
  readonly profit_rest_e16: number;
}

/**
 * A user's ledger entry. Amounts add up to the balance; the fee is in `amount_units` of its own entry. A withdrawal in
 * progress has pending entries: when it ends, final ones replace them.
 */
export interface FundRecordsTable {
  readonly user_id: number;
  readonly time_ms: number;
  /** seq × 65,536 + position among the command's fund records. */
  readonly record_id: number;
  readonly kind: number;
  readonly wallet: number;
  readonly asset_id: number;
  readonly amount_units: number;
  /** available + frozen after the entry. */
  readonly after_units: number;
  readonly fee_units: number;
  /** The trade, or the sequence number of the transfer, deposit, … */
  readonly ref_id: number;
  readonly result: number;
  /** Market of a margin account's entry; -1 for a wallet's. */
  readonly margin_market_id: number;
}

/** A credited transfer on a chain. */
export interface DepositsTable {
  /** Sequence number of the command that credited it. */
  readonly deposit_id: number;
  readonly user_id: number;
  readonly asset_id: number;
  readonly chain_index: number;
  readonly amount_units: number;
  readonly log_index: number;
  readonly tx_hash: string;
  readonly credited_at_ms: number;
}

/** Current state of a withdrawal. */
export interface WithdrawalsTable {
  /** Sequence number of the command that requested it. */
  readonly withdrawal_id: number;
  readonly user_id: number;
  readonly asset_id: number;
  readonly chain_index: number;
  readonly address: string;
  readonly amount_units: number;
  readonly fee_units: number;
  readonly status: number;
  readonly needs_review: boolean;
  /** "" if there is none, as in `tx_hash` and `reason`. */
  readonly hold_reason: string;
  readonly tx_hash: string;
  readonly reason: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly changed_seq: number;
}

/** A step of a withdrawal, or another transaction in the same step. */
export interface WithdrawalStepsTable {
  readonly withdrawal_id: number;
  readonly seq: number;
  readonly status: number;
  readonly time_ms: number;
  readonly tx_hash: string;
}

/** A user's balance right after their transfer or withdrawal request, for repeated requests. */
export interface BalanceOutcomesTable {
  readonly seq: number;
  readonly wallet: number;
  readonly asset_id: number;
  readonly user_id: number;
  readonly available_units: number;
  readonly frozen_units: number;
}

/** Leverages users have set in contracts; a user without a row always had the contract's default. */
export interface ContractLeveragesTable {
  readonly market_id: number;
  readonly user_id: number;
  readonly leverage: number;
}

/** Triggers of conditional contract orders. */
export interface OrderTriggersTable {
  readonly order_id: number;
  readonly triggered_at_ms: number;
  /** False if the order was refused at its trigger, for example without margin. */
  readonly worked: boolean;
}

/** Live contract orders: data that a starting server needs and the engine does not have. */
export interface LiveContractOrdersTable {
  readonly order_id: number;
  readonly leverage: number;
}

/** One funding of a contract; remainder and `closed_seq` are 0 until everybody has paid. */
export interface FundingRoundsTable {
  readonly market_id: number;
  readonly round: number;
  readonly seq: number;
  readonly due_at_ms: number;
  readonly rate_ppm: number;
  readonly premium_ppm: number;
  readonly interest_ppm: number;
  readonly cap_ppm: number;
  readonly mark_ticks: number;
  readonly index_e8: number;
  readonly samples_ppm: JSONColumnType<readonly number[]>;
  readonly closed_seq: number;
  readonly remainder_units: number;
}

/** Amount that a position paid or received. Labeled accounts have no rows here or in the next table. */
export interface FundingPaymentsTable {
  readonly funding_id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly round: number;
  readonly seq: number;
  readonly time_ms: number;
  /** Positive for long, negative for short. */
  readonly lots: number;
  readonly rate_ppm: number;
  readonly mark_ticks: number;
  readonly amount_units: number;
  readonly missing_units: number;
}

/** A liquidation step, as in its event. */
export interface LiquidationStepsTable {
  /** seq × 65,536 + position among the command's steps. */
  readonly step_id: number;
  readonly liquidation_id: number;
  readonly user_id: number;
  readonly seq: number;
  readonly time_ms: number;
  readonly market_id: number;
  readonly position_id: number;
  readonly method: number;
  readonly margin_mode: number;
  readonly leg: number;
  readonly lots: number;
  readonly entry_cost_units: number;
  readonly margin_units: number;
  readonly equity_units: number;
  readonly maintenance_units: number;
  readonly wallet_units: number;
  readonly tier: number;
  readonly mark_ticks: number;
  readonly index_e8: number;
  readonly funding_term_e8: number;
  readonly basis_term_e8: number;
  readonly last_term_e8: number;
  readonly closed_lots: number;
  readonly closed_quote_units: number;
  readonly price_ticks: number;
  readonly fee_units: number;
  readonly loss_units: number;
  readonly fund_units: number;
  readonly fund_lots: number;
  readonly fund_cost_units: number;
  readonly order_id: number;
  readonly counterparty_realized_units: number;
  /** AccountPosition[] of a cross account. */
  readonly positions: JSONColumnType<readonly AccountPosition[]>;
  /** ForcedFill[] of the order on the book. */
  readonly fills: JSONColumnType<readonly ForcedFill[]>;
}

/** A single row. */
interface CheckpointTable {
  readonly id: number;
  /** Every event up to this command is in the tables, and none after it. */
  readonly seq: number;
  readonly time_ms: number;
  /** PROJECTION_VERSION of the code that wrote the rows. */
  readonly projection_version: number;
  /** Journal that the rows come from; "" if unknown. */
  readonly journal_id: string;
}
