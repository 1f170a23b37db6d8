import type { ReadModelTables } from "@candor/server/records/projections/tables";
import { type Kysely, sql } from "kysely";

const ORDERED_BY: Readonly<Record<keyof ReadModelTables, string>> = {
  assets: "asset_id",
  markets: "market_id",
  accounts: "user_id",
  orders: "order_id",
  order_outcomes: "seq, order_id",
  order_days: "user_id, day, market_id, side, status",
  option_days: "user_id, day, market_id, direction, status",
  trades: "market_id, trade_id",
  fills: "user_id, time_ms, trade_id",
  fund_records: "user_id, time_ms, record_id",
  deposits: "deposit_id",
  withdrawals: "withdrawal_id",
  withdrawal_steps: "withdrawal_id, seq, status",
  balance_outcomes: "seq, wallet, asset_id",
  contract_leverages: "market_id, user_id",
  live_contract_orders: "order_id",
  order_triggers: "order_id",
  funding_rounds: "market_id, round",
  funding_payments: "funding_id",
  liquidation_steps: "step_id",
  conversions: "convert_id",
  miners: "miner_id",
  miner_changes: "seq, miner_id",
  referral_contributions: "inviter_id, user_id",
  prevented_matches: "match_id",
  order_amendments: "order_id, seq",
  deleveraged_positions: "step_id",
  options: "option_id",
  option_ticks: "market_id, seq",
  loans: "loan_id",
  lever_liquidations: "step_id",
  corrections: "correction_id",
  setting_versions: "setting, version",
  profit_states: "user_id",
  holding_days: "user_id, day, wallet, margin_market_id, asset_id",
  flow_days: "user_id, day, wallet, margin_market_id",
  profit_days: "user_id, day, source, market_id",
  value_records: "user_id, asset_id, record_id",
  positions: "opened_id",
  position_days: "user_id, day, market_id, leg",
  klines: "market_id, price, period, open_time_ms",
  kline_history: "source, symbol, period, open_time_ms",
  position_statistics: "market_id, time_ms",
  checkpoint: "id",
};

/** Returns the content of all tables in a fixed order. */
export async function contentOf(db: Kysely<ReadModelTables>): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const [table, order] of Object.entries(ORDERED_BY)) {
    const { rows } = await sql`select * from ${sql.table(table)} order by ${sql.raw(order)}`.execute(db);
    content[table] = rows;
  }
  return content;
}
