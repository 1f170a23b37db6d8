import { type Kysely, sql } from "kysely";

/**
 * Order lists are few among a user's orders: the limit leg of an OCO, which has the group's number, finds both legs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_in_lists on orders (user_id, order_id) where group_id = order_id`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index orders_in_lists`.execute(db);
}
