import { type Kysely, sql } from "kysely";

/** Liquidation steps get data of the whole cross account, and of what the insurance fund took over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Existing rows are from an older projection and get rebuilt.
  await sql`
    alter table liquidation_steps add column wallet_units bigint not null default 0,
      add column fund_lots bigint not null default 0, add column fund_cost_units bigint not null default 0,
      add column positions jsonb not null default '[]'`.execute(db);
  await sql`
    alter table liquidation_steps alter column wallet_units drop default, alter column fund_lots drop default,
      alter column fund_cost_units drop default, alter column positions drop default`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table liquidation_steps drop column wallet_units, drop column fund_lots, drop column fund_cost_units,
      drop column positions`.execute(db);
}
