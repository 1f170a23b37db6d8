import { type Kysely, sql } from "kysely";

/** Reasons of balance corrections by two operators, and every version of every setting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table corrections (
      correction_id bigint primary key,
      user_id bigint not null,
      account smallint not null,
      reason text not null
    )`.execute(db);
  await sql`
    create table setting_versions (
      setting text not null,
      version integer not null,
      set_seq bigint not null,
      set_at_ms bigint not null,
      value text not null,
      primary key (setting, version)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table corrections`.execute(db);
  await sql`drop table setting_versions`.execute(db);
}
