import { type Kysely, sql } from "kysely";

/** When conditional contract orders were triggered, and whether they then became an order at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_triggers (
      order_id bigint primary key,
      triggered_at_ms bigint not null,
      worked boolean not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table order_triggers`.execute(db);
}
