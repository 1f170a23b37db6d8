import { type Kysely, sql } from "kysely";

/** The trailing rate of orders as of the answer to their command: it can be moved. Filled by the rebuild. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column accepted_trailing_ppm integer not null default 0`.execute(db);
  await sql`alter table order_outcomes add column trailing_ppm integer not null default 0`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_outcomes drop column trailing_ppm`.execute(db);
  await sql`alter table orders drop column accepted_trailing_ppm`.execute(db);
}
