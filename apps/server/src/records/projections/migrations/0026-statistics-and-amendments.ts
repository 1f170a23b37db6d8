import { type Kysely, sql } from "kysely";

/** What accounts held in each contract, every five minutes, which is not from the journal; and what users took off orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table position_statistics (
      market_id integer not null,
      time_ms bigint not null,
      mark_ticks bigint not null,
      open_interest_lots bigint not null,
      long_accounts bigint not null,
      short_accounts bigint not null,
      top_long_accounts bigint not null,
      top_short_accounts bigint not null,
      top_long_lots bigint not null,
      top_short_lots bigint not null,
      primary key (market_id, time_ms)
    )`.execute(db);
  await sql`
    create table order_amendments (
      order_id bigint not null,
      seq bigint not null,
      time_ms bigint not null,
      price_ticks bigint not null,
      lots_before bigint not null,
      lots_after bigint not null,
      primary key (order_id, seq)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table order_amendments`.execute(db);
  await sql`drop table position_statistics`.execute(db);
}
