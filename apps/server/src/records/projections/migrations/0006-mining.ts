import { type Kysely, sql } from "kysely";

/** Mining machines, and each change with its payment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table miners (
      miner_id bigint primary key,
      user_id bigint not null,
      plan_id integer not null,
      asset_id integer not null,
      price_units bigint not null,
      total_output_units bigint not null,
      duration_days integer not null,
      refund_ppm integer not null,
      hash_rate_ghs bigint not null,
      bought_at_ms bigint not null,
      claimed_units bigint not null,
      release_reason smallint not null
    ) with (fillfactor = 70)`.execute(db);
  // Numbers follow the order of purchase, which is the order of the list.
  await sql`create index miners_of_user on miners (user_id, miner_id)`.execute(db);
  await sql`create index miners_running on miners (user_id, miner_id) where release_reason = 0`.execute(db);
  await sql`
    create table miner_changes (
      seq bigint not null,
      miner_id bigint not null,
      user_id bigint not null,
      time_ms bigint not null,
      cause smallint not null,
      claimed_units bigint not null,
      release_reason smallint not null,
      income_units bigint not null,
      refund_units bigint not null,
      primary key (seq, miner_id)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table miner_changes, miners`.execute(db);
}
