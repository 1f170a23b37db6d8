import type { AccountPosition, ForcedFill } from "@candor/domain/events/contract-events";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import type { JSONColumnType } from "kysely";
import type { OptionDaysTable, OrderDaysTable } from "./day-tables.ts";
import type { CorrectionsTable, SettingVersionsTable } from "./operator-tables.ts";
import type {
  ConversionsTable,
  LeverLiquidationsTable,
  LoansTable,
  MinerChangesTable,
  MinersTable,
  OptionsTable,
  OptionTicksTable,
  ReferralContributionsTable,
} from "./product-tables.ts";
import type { WideInteger } from "./wide-integer.ts";

/**
 * The read models as SQL has them. Every number is an exact integer with its unit last in the name; enumerations are
 * the index in their list (codes.ts); 0 stands for "none" in ids and sequence numbers, which begin at 1. The
 * migrations say why each index is there.
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
  readonly corrections: CorrectionsTable;
  readonly setting_versions: SettingVersionsTable;
  readonly klines: KlinesTable;
  readonly kline_history: KlineHistoryTable;
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
  /** Once a product: a contract may have the symbol of a spot market. */
  readonly symbol: string;
  readonly product: number;
  readonly base_asset_id: number;
  readonly quote_asset_id: number;
  /** Of a contract a ContractSpec. */
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

/** The order as it is now, and, in `accepted_…`, what of it can change as it was when its command was answered. */
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
  /** Spot orders: `last`, and not reduce-only. */
  readonly trigger_by: number;
  readonly reduce_only: boolean;
  /** Of a contract: that of the position when the order was accepted; else 0. */
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
  /** Of the command that ended it; 0 while it lives. */
  readonly finalised_seq: number;
  readonly accepted_status: number;
  readonly accepted_reason: number;
  readonly accepted_quantity_lots: number;
  readonly accepted_price_ticks: number;
  readonly accepted_stop_ticks: number;
  readonly accepted_executed_lots: number;
  readonly accepted_executed_quote_units: number;
  readonly accepted_fee_units: number;
}

/** What a reduce or a cancel-all did to each of its user's orders, so that its repetition gets the first answer. */
export interface OrderOutcomesTable {
  readonly seq: number;
  readonly order_id: number;
  readonly status: number;
  readonly reason: number;
  readonly quantity_lots: number;
  readonly price_ticks: number;
  readonly stop_ticks: number;
  readonly executed_lots: number;
  readonly executed_quote_units: number;
  readonly fee_units: number;
  readonly released_units: number;
  readonly updated_at_ms: number;
}

/** The public tape. */
export interface TradesTable {
  readonly market_id: number;
  readonly trade_id: number;
  readonly seq: number;
  readonly time_ms: number;
  readonly price_ticks: number;
  readonly quantity_lots: number;
  readonly quote_units: number;
  readonly taker_side: number;
  readonly maker_labelled: boolean;
  readonly taker_labelled: boolean;
}

/** A trade as one of its two users has it. Labelled accounts have no rows here. */
export interface FillsTable {
  readonly user_id: number;
  readonly time_ms: number;
  readonly trade_id: number;
  readonly order_id: number;
  readonly market_id: number;
  readonly seq: number;
  readonly side: number;
  readonly maker: boolean;
  readonly price_ticks: number;
  readonly quantity_lots: number;
  readonly quote_units: number;
  readonly fee_units: number;
  /** Of a contract: what the trade realized, its fee not included; else 0. */
  readonly realized_units: number;
  /** The other side was a labelled account. */
  readonly counterparty_labelled: boolean;
  /** Of a leveraged order. */
  readonly lever: boolean;
}

/**
 * A user's ledger entry. Amounts add up to the balance; the fee is in `amount_units` of its own entry. A withdrawal
 * under way has entries that have not happened yet: they go when it ends, and those of its end come.
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
  /** available + frozen after it. */
  readonly after_units: number;
  readonly fee_units: number;
  /** The trade, or the sequence number of the transfer, deposit, … */
  readonly ref_id: number;
  readonly result: number;
  /** Of an entry of a margin account the market that it belongs to; of a wallet's -1. */
  readonly margin_market_id: number;
}

/** A transfer on a chain that was credited. */
export interface DepositsTable {
  /** The sequence number that credited it. */
  readonly deposit_id: number;
  readonly user_id: number;
  readonly asset_id: number;
  readonly chain_index: number;
  readonly amount_units: number;
  readonly log_index: number;
  readonly tx_hash: string;
  readonly credited_at_ms: number;
}

/** A withdrawal as it is now. */
export interface WithdrawalsTable {
  /** The sequence number that requested it. */
  readonly withdrawal_id: number;
  readonly user_id: number;
  readonly asset_id: number;
  readonly chain_index: number;
  readonly address: string;
  readonly amount_units: number;
  readonly fee_units: number;
  readonly status: number;
  readonly needs_review: boolean;
  /** "": none; so are `tx_hash` and `reason`. */
  readonly hold_reason: string;
  readonly tx_hash: string;
  readonly reason: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly changed_seq: number;
}

/** A step that a withdrawal took, or another transaction of the same step. */
export interface WithdrawalStepsTable {
  readonly withdrawal_id: number;
  readonly seq: number;
  readonly status: number;
  readonly time_ms: number;
  readonly tx_hash: string;
}

/** A user's balance right after a transfer or withdrawal request of theirs, for its repetition. */
export interface BalanceOutcomesTable {
  readonly seq: number;
  readonly wallet: number;
  readonly asset_id: number;
  readonly user_id: number;
  readonly available_units: number;
  readonly frozen_units: number;
}

/** What users have set in contracts; whoever has no row never had another leverage than the contract's default. */
export interface ContractLeveragesTable {
  readonly market_id: number;
  readonly user_id: number;
  readonly leverage: number;
}

/** Contract orders that have not ended: what a starting server has to know of them and the engine does not. */
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

/** What a position paid or received. Labelled accounts have no rows here, nor in the next table. */
export interface FundingPaymentsTable {
  readonly funding_id: number;
  readonly user_id: number;
  readonly market_id: number;
  readonly round: number;
  readonly seq: number;
  readonly time_ms: number;
  /** Above zero long, below zero short. */
  readonly lots: number;
  readonly rate_ppm: number;
  readonly mark_ticks: number;
  readonly amount_units: number;
  readonly missing_units: number;
}

/** A step of a liquidation, as its event tells it. */
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

interface BarColumns {
  readonly period: number;
  readonly open_time_ms: number;
  readonly open_e8: number;
  readonly high_e8: number;
  readonly low_e8: number;
  readonly close_e8: number;
  readonly volume_e8: WideInteger;
  readonly quote_volume_e8: WideInteger;
}

/** Bars folded from what happened here. */
export interface KlinesTable extends BarColumns {
  readonly market_id: number;
  readonly price: number;
  readonly labelled_volume_e8: WideInteger;
  readonly trades: number;
}

/** Bars that a price source delivered. Not in the journal, so a rebuild leaves them alone. */
export interface KlineHistoryTable extends BarColumns {
  readonly source: string;
  readonly symbol: string;
}

/** One row. */
export interface CheckpointTable {
  readonly id: number;
  /** Every event up to this command is in the tables, and none after it. */
  readonly seq: number;
  readonly time_ms: number;
  /** PROJECTION_VERSION of the code that wrote the rows. */
  readonly projection_version: number;
  /** Which journal the rows come from; "" where nobody said. */
  readonly journal_id: string;
}
