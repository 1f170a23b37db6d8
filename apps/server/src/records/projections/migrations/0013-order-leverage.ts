import { type Kysely, sql } from "kysely";

/** Leverage of contract orders, and the data it is derived from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Existing rows are from an older projection and get rebuilt.
  await sql`alter table orders add column leverage smallint not null default 0`.execute(db);
  await sql`alter table orders alter column leverage drop default`.execute(db);
  await sql`
    create table contract_leverages (
      market_id integer not null,
      user_id bigint not null,
      leverage smallint not null,
      primary key (market_id, user_id)
    )`.execute(db);
  // Orders have no index on columns that change (0001), so live ones are also stored here.
  await sql`
    create table live_contract_orders (
      order_id bigint primary key,
      leverage smallint not null
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table live_contract_orders, contract_leverages`.execute(db);
  await sql`alter table orders drop column leverage`.execute(db);
}
