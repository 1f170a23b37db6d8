import { type Kysely, sql } from "kysely";

/** What a step of a liquidation tells of a whole cross account, and of what the insurance fund has taken over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Rows from before are of an older projection and are made anew.
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
