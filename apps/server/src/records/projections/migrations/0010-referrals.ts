import { type Kysely, sql } from "kysely";

/** What each friend's trading fees have earned their inviter. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table referral_contributions (
      inviter_id bigint not null,
      user_id bigint not null,
      value_units bigint not null,
      primary key (inviter_id, user_id)
    ) with (fillfactor = 70)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table referral_contributions`.execute(db);
}
