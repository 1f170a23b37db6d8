import { type Kysely, sql } from "kysely";

/** When conditional contract orders were triggered, and whether they then became an order at all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_triggers (
      order_id bigint primary key,
      triggered_at_ms bigint not null,
      worked boolean not null
    )`.execute(db);
  // Conditional orders are few among the orders of a program. 2 is a contract, 0 and 1 are limit and market orders.
  await sql`
    create index conditional_orders on orders (user_id, created_at_ms, order_id)
    where product = 2 and type not in (0, 1)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index conditional_orders`.execute(db);
  await sql`drop table order_triggers`.execute(db);
}
