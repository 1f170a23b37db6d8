import { type Kysely, sql } from "kysely";

/** Timed options, and the index ticks that decide them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table options (
      option_id bigint primary key,
      user_id bigint not null,
      market_id integer not null,
      direction smallint not null,
      status smallint not null,
      stake_units bigint not null,
      payout_ppm integer not null,
      income_units bigint not null,
      duration_seconds integer not null,
      accepted_seq bigint not null,
      accepted_at_ms bigint not null,
      expires_at_ms bigint not null,
      strike_e8 bigint not null,
      strike_seq bigint not null,
      strike_at_ms bigint not null,
      sell_e8 bigint not null,
      tick_count integer not null,
      first_tick_seq bigint not null,
      last_tick_seq bigint not null,
      payout_units bigint not null,
      settled_seq bigint not null,
      key text not null
    ) with (fillfactor = 70)`.execute(db);
  await sql`create index options_of_user on options (user_id, accepted_at_ms, option_id)`.execute(db);
  await sql`create index options_by_command on options (accepted_seq)`.execute(db);
  await sql`
    create table option_ticks (
      market_id integer not null,
      seq bigint not null,
      time_ms bigint not null,
      price_e8 bigint not null,
      sources jsonb not null,
      primary key (market_id, seq)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table option_ticks, options`.execute(db);
}
