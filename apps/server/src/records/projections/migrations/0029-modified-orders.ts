import { type Kysely, sql } from "kysely";

/** What users changed about the price of orders, with their own numbers of the changes. Filled by the rebuild. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_amendments
      add column price_before_ticks bigint not null default 0,
      add column modify_id bigint not null default -1`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_amendments drop column modify_id, drop column price_before_ticks`.execute(db);
}
