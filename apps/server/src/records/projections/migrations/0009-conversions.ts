import { type Kysely, sql } from "kysely";

/** Amounts paid and received in conversions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table conversions (
      convert_id bigint primary key,
      user_id bigint not null,
      time_ms bigint not null,
      wallet smallint not null,
      from_asset_id integer not null,
      to_asset_id integer not null,
      paid_units bigint not null,
      received_units bigint not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table conversions`.execute(db);
}
