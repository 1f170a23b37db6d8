import { type Kysely, sql } from "kysely";

/**
 * Holdings with their average cost, what they were at each day's end, money that came and went, realized profit by day,
 * and contract positions from opening to end. Values are in 1e-16 USDT, which are exact for every coin and price.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table fills
      add column quote_price_e8 bigint not null default 0,
      add column profit_e4 bigint not null default 0,
      add column profit_rest_e16 bigint not null default 0`.execute(db);
  // Updated with every trade of their user, always on the same page.
  await sql`
    create table profit_states (
      user_id bigint primary key,
      day integer not null,
      accounts text not null,
      realized text not null
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table holding_days (
      user_id bigint not null,
      day integer not null,
      wallet smallint not null,
      margin_market_id integer not null,
      asset_id integer not null,
      units bigint not null,
      acquired_lots integer not null,
      acquired_units bigint not null,
      acquired_value_e16 numeric(38, 0) not null,
      primary key (user_id, day, wallet, margin_market_id, asset_id)
    )`.execute(db);
  await sql`
    create table flow_days (
      user_id bigint not null,
      day integer not null,
      wallet smallint not null,
      margin_market_id integer not null,
      flow_e16 numeric(38, 0) not null,
      transfer_e16 numeric(38, 0) not null,
      primary key (user_id, day, wallet, margin_market_id)
    ) with (fillfactor = 70)`.execute(db);
  await sql`
    create table profit_days (
      user_id bigint not null,
      day integer not null,
      source smallint not null,
      market_id integer not null,
      profit_e16 numeric(38, 0) not null,
      primary key (user_id, day, source, market_id)
    )`.execute(db);
  await sql`
    create table value_records (
      user_id bigint not null,
      asset_id integer not null,
      record_id bigint not null,
      time_ms bigint not null,
      kind smallint not null,
      units bigint not null,
      value_e16 numeric(38, 0) not null,
      primary key (user_id, asset_id, record_id)
    )`.execute(db);
  await makePositions(db);
}

async function makePositions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table positions (
      opened_id bigint primary key,
      user_id bigint not null,
      market_id integer not null,
      leg smallint not null,
      position_id bigint not null,
      margin_mode smallint not null,
      leverage integer not null,
      side smallint not null,
      opened_at_ms bigint not null,
      closed_at_ms bigint not null,
      ended_by smallint not null,
      lots bigint not null,
      entry_cost_units bigint not null,
      max_lots bigint not null,
      entry_lots bigint not null,
      entry_quote_units numeric(38, 0) not null,
      exit_lots bigint not null,
      exit_quote_units numeric(38, 0) not null,
      realized_units bigint not null,
      fee_units bigint not null,
      funding_units bigint not null,
      margin_units bigint not null
    ) with (fillfactor = 50)`.execute(db);
  // The writer continues open positions, and the history lists ended ones, newest first.
  await sql`
    create index positions_open on positions (user_id, market_id, leg) where closed_at_ms = 0`.execute(db);
  await sql`
    create index positions_by_end on positions (user_id, closed_at_ms, opened_id) where closed_at_ms > 0`.execute(
    db,
  );
  await sql`
    create table position_days (
      user_id bigint not null,
      day integer not null,
      market_id integer not null,
      leg smallint not null,
      lots bigint not null,
      entry_cost_units bigint not null,
      primary key (user_id, day, market_id, leg)
    ) with (fillfactor = 70)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table position_days, positions, value_records, profit_days, flow_days, holding_days, profit_states`.execute(
    db,
  );
  await sql`
    alter table fills
      drop column profit_rest_e16, drop column profit_e4, drop column quote_price_e8`.execute(db);
}
