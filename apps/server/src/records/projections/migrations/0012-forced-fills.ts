import { type Kysely, sql } from "kysely";

/** What each trade of a liquidation's step came to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Rows from before are of an older projection and are made anew.
  await sql`alter table liquidation_steps add column fills jsonb not null default '[]'`.execute(db);
  await sql`alter table liquidation_steps alter column fills drop default`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table liquidation_steps drop column fills`.execute(db);
}
