import { type Kysely, sql } from "kysely";

/**
 * Sums of a user's ended spot orders and timed options per day: a history's summary adds up days instead of reading
 * every row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The current day's sums change with every order.
  await sql`
    create table order_days (
      user_id bigint not null,
      day integer not null,
      market_id integer not null,
      side smallint not null,
      status smallint not null,
      orders bigint not null,
      executed_quote_units numeric(38, 0) not null,
      primary key (user_id, day, market_id, side, status)
    ) with (fillfactor = 70)`.execute(db);
  await sql`
    create table option_days (
      user_id bigint not null,
      day integer not null,
      market_id integer not null,
      direction smallint not null,
      status smallint not null,
      options bigint not null,
      stake_units numeric(38, 0) not null,
      payout_units numeric(38, 0) not null,
      primary key (user_id, day, market_id, direction, status)
    ) with (fillfactor = 70)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table option_days, order_days`.execute(db);
}
