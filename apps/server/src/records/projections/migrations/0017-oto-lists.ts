import { type Kysely, sql } from "kysely";

/** The first order of a list whose other orders wait for it has the list's number with a minus sign. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_in_oto_lists on orders (user_id, order_id) where group_id = - order_id`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index orders_in_oto_lists`.execute(db);
}
