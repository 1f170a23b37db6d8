import { type Kysely, sql } from "kysely";

/** The numbers of trades and their aggregates in their markets. Tables of an older projection are rebuilt, so these are empty. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table trades add column market_trade_id bigint not null, add column aggregate_id bigint not null,
      drop constraint trades_pkey, add primary key (market_id, market_trade_id)`.execute(db);
  await sql`alter table fills add column market_trade_id bigint not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fills drop column market_trade_id`.execute(db);
  await sql`
    alter table trades drop constraint trades_pkey, drop column market_trade_id, drop column aggregate_id,
      add primary key (market_id, trade_id)`.execute(db);
}
