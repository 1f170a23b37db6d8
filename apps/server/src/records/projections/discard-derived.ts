import { type Kysely, sql } from "kysely";
import type { ReadModelTables } from "./tables.ts";

/** Source of each table: only the journal, or something that cannot be rebuilt. */
const ORIGINS: Readonly<Record<keyof ReadModelTables, "journal" | "elsewhere">> = {
  klines: "journal",
  balance_outcomes: "journal",
  contract_leverages: "journal",
  live_contract_orders: "journal",
  order_triggers: "journal",
  funding_rounds: "journal",
  funding_payments: "journal",
  liquidation_steps: "journal",
  miners: "journal",
  conversions: "journal",
  miner_changes: "journal",
  options: "journal",
  option_ticks: "journal",
  referral_contributions: "journal",
  prevented_matches: "journal",
  order_amendments: "journal",
  deleveraged_positions: "journal",
  loans: "journal",
  lever_liquidations: "journal",
  corrections: "journal",
  setting_versions: "journal",
  withdrawal_steps: "journal",
  withdrawals: "journal",
  deposits: "journal",
  fund_records: "journal",
  fills: "journal",
  trades: "journal",
  order_outcomes: "journal",
  orders: "journal",
  order_days: "journal",
  profit_states: "journal",
  holding_days: "journal",
  flow_days: "journal",
  profit_days: "journal",
  value_records: "journal",
  positions: "journal",
  position_days: "journal",
  option_days: "journal",
  accounts: "journal",
  markets: "journal",
  assets: "journal",
  // Bars from a price source, samples of the exchange's state, and the progress of the rows.
  kline_history: "elsewhere",
  position_statistics: "elsewhere",
  checkpoint: "elsewhere",
};
const DERIVED_TABLES = Object.entries(ORIGINS)
  .filter(([, origin]) => origin === "journal")
  .map(([table]) => table);

/** Empties all tables derived from the journal and resets the checkpoint, in one transaction. */
export async function discardDerived(db: Kysely<ReadModelTables>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`truncate ${sql.join(DERIVED_TABLES.map((table) => sql.table(table)))}`.execute(tx);
    await tx
      .updateTable("checkpoint")
      .set({ seq: 0, time_ms: 0, projection_version: 0, journal_id: "" })
      .execute();
  });
}
