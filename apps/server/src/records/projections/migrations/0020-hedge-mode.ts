import { type Kysely, sql } from "kysely";

/**
 * The position of hedge mode that an order or a liquidation step belongs to: one more than its index, 0 in one-way mode.
 * Orders and steps from before are all of one-way mode, so nothing is rebuilt.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column leg smallint not null default 0`.execute(db);
  await sql`alter table liquidation_steps add column leg smallint not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table liquidation_steps drop column leg`.execute(db);
  await sql`alter table orders drop column leg`.execute(db);
}
