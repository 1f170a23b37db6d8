import { type Kysely, sql } from "kysely";

/** What auto-deleveraging closed of positions that were not liquidated themselves. Filled by the rebuild. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deleveraged_positions (
      step_id bigint primary key,
      user_id bigint not null,
      time_ms bigint not null,
      market_id integer not null,
      leg smallint not null,
      is_long boolean not null,
      closed_lots bigint not null,
      closed_quote_units bigint not null,
      price_ticks bigint not null
    )`.execute(db);
  await sql`
    create index deleveraged_positions_of_user on deleveraged_positions (user_id, time_ms, step_id)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table deleveraged_positions`.execute(db);
}
