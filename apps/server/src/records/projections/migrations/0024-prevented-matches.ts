import { type Kysely, sql } from "kysely";

/** Orders that met one of their own user. Journals have them since version 5 of the rules. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table prevented_matches (
      match_id bigint not null,
      user_id bigint not null,
      market_id integer not null,
      time_ms bigint not null,
      taker_order_id bigint not null,
      maker_order_id bigint not null,
      price_ticks bigint not null,
      taker_lots bigint not null,
      maker_lots bigint not null,
      self_trade smallint not null,
      primary key (taker_order_id, maker_order_id)
    )`.execute(db);
  await sql`create index prevented_matches_by_maker on prevented_matches (maker_order_id, match_id)`.execute(
    db,
  );
  await sql`create index prevented_matches_by_user on prevented_matches (user_id, match_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table prevented_matches`.execute(db);
}
