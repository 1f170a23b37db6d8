import { type Kysely, sql } from "kysely";

/** The numbers of trades and their aggregates in their markets. Existing rows are from an older projection and get rebuilt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table trades add column market_trade_id bigint, add column aggregate_id bigint`.execute(db);
  await sql`update trades set market_trade_id = trade_id, aggregate_id = trade_id`.execute(db);
  await sql`
    alter table trades alter column market_trade_id set not null, alter column aggregate_id set not null,
      drop constraint trades_pkey, add primary key (market_id, market_trade_id)`.execute(db);
  await sql`alter table fills add column market_trade_id bigint`.execute(db);
  await sql`update fills set market_trade_id = trade_id`.execute(db);
  await sql`alter table fills alter column market_trade_id set not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fills drop column market_trade_id`.execute(db);
  await sql`
    alter table trades drop constraint trades_pkey, drop column market_trade_id, drop column aggregate_id,
      add primary key (market_id, trade_id)`.execute(db);
}
