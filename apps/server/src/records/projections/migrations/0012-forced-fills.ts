import { type Kysely, sql } from "kysely";

/** Result of each trade in a liquidation step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Existing rows are from an older projection and get rebuilt.
  await sql`alter table liquidation_steps add column fills jsonb not null default '[]'`.execute(db);
  await sql`alter table liquidation_steps alter column fills drop default`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table liquidation_steps drop column fills`.execute(db);
}
