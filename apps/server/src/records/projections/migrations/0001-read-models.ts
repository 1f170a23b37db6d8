import { type Kysely, sql } from "kysely";

/**
 * Creates the tables described in tables.ts.
 *
 * No index of `orders` has a column that changes, and half of each page is left free: an order's changes then stay on
 * its page and touch no index (heap-only updates), which makes them three times as fast.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createListings(db);
  await createOrders(db);
  await createTrades(db);
  await createFundRecords(db);
  await createKlines(db);
  await sql`
    create table checkpoint (
      id smallint primary key check (id = 1),
      seq bigint not null check (seq >= 0),
      time_ms bigint not null,
      projection_version integer not null,
      journal_id text not null
    )`.execute(db);
  await sql`insert into checkpoint values (1, 0, 0, 0, '')`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table checkpoint, kline_history, klines, fund_records, fills, trades, order_outcomes, orders, accounts,
      markets, assets`.execute(db);
}

async function createListings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table assets (
      asset_id integer primary key,
      symbol text not null unique,
      spec jsonb not null,
      listed_seq bigint not null,
      listed_at_ms bigint not null
    )`.execute(db);
  await sql`
    create table markets (
      market_id integer primary key,
      symbol text not null unique,
      base_asset_id integer not null references assets,
      quote_asset_id integer not null references assets,
      spec jsonb not null,
      status smallint not null,
      status_seq bigint not null,
      listed_seq bigint not null,
      listed_at_ms bigint not null
    )`.execute(db);
  await sql`
    create table accounts (
      user_id bigint primary key,
      role smallint not null,
      opened_seq bigint not null,
      opened_at_ms bigint not null
    )`.execute(db);
}

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      order_id bigint primary key,
      user_id bigint not null,
      market_id integer not null,
      product smallint not null,
      side smallint not null,
      type smallint not null,
      time_in_force smallint not null,
      self_trade smallint not null,
      status smallint not null,
      reason smallint not null,
      quantity_lots bigint not null,
      quote_units bigint not null,
      price_ticks bigint not null,
      stop_ticks bigint not null,
      trailing_ppm integer not null,
      group_id bigint not null,
      executed_lots bigint not null,
      executed_quote_units bigint not null,
      fee_units bigint not null,
      created_at_ms bigint not null,
      updated_at_ms bigint not null,
      key text not null,
      accepted_seq bigint not null check (accepted_seq > 0),
      changed_seq bigint not null check (changed_seq >= accepted_seq),
      finalised_seq bigint not null,
      accepted_status smallint not null,
      accepted_reason smallint not null,
      accepted_quantity_lots bigint not null,
      accepted_price_ticks bigint not null,
      accepted_stop_ticks bigint not null,
      accepted_executed_lots bigint not null,
      accepted_executed_quote_units bigint not null,
      accepted_fee_units bigint not null
    ) with (fillfactor = 50)`.execute(db);
  // A user's history, newest first; also by market, because the trade screen queries a single market.
  await sql`create index orders_of_user on orders (user_id, created_at_ms, order_id)`.execute(db);
  await sql`create index orders_of_user_in_market on orders (user_id, market_id, created_at_ms, order_id)`.execute(
    db,
  );
  // The original answer, for a repeated key.
  await sql`create index orders_by_acceptance on orders (accepted_seq)`.execute(db);
  await sql`
    create table order_outcomes (
      seq bigint not null,
      order_id bigint not null,
      status smallint not null,
      reason smallint not null,
      quantity_lots bigint not null,
      price_ticks bigint not null,
      stop_ticks bigint not null,
      executed_lots bigint not null,
      executed_quote_units bigint not null,
      fee_units bigint not null,
      released_units bigint not null,
      updated_at_ms bigint not null,
      primary key (seq, order_id)
    )`.execute(db);
}

async function createTrades(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trades (
      market_id integer not null,
      trade_id bigint not null,
      seq bigint not null,
      time_ms bigint not null,
      price_ticks bigint not null,
      quantity_lots bigint not null,
      quote_units bigint not null,
      taker_side smallint not null,
      maker_labelled boolean not null,
      taker_labelled boolean not null,
      primary key (market_id, trade_id)
    )`.execute(db);
  await sql`
    create table fills (
      user_id bigint not null,
      time_ms bigint not null,
      trade_id bigint not null,
      order_id bigint not null,
      market_id integer not null,
      seq bigint not null,
      side smallint not null,
      maker boolean not null,
      price_ticks bigint not null,
      quantity_lots bigint not null,
      quote_units bigint not null,
      fee_units bigint not null,
      counterparty_labelled boolean not null,
      primary key (user_id, time_ms, trade_id)
    )`.execute(db);
  await sql`create index fills_of_user_in_market on fills (user_id, market_id, time_ms, trade_id)`.execute(
    db,
  );
  await sql`create index fills_of_order on fills (order_id, trade_id)`.execute(db);
}

async function createFundRecords(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table fund_records (
      user_id bigint not null,
      time_ms bigint not null,
      record_id bigint not null,
      kind smallint not null,
      wallet smallint not null,
      asset_id integer not null,
      amount_units bigint not null,
      after_units bigint not null,
      fee_units bigint not null,
      ref_id bigint not null,
      primary key (user_id, time_ms, record_id)
    )`.execute(db);
  // 6 and 7 are `trade` and `trade-fee`: a trader has thousands of them for each deposit, which must still be found
  // quickly.
  await sql`
    create index fund_records_without_trades on fund_records (user_id, time_ms, record_id)
      where kind not in (6, 7)`.execute(db);
  await sql`
    create index fund_records_by_reference on fund_records (user_id, ref_id) where kind not in (6, 7)`.execute(
    db,
  );
}

async function createKlines(db: Kysely<unknown>): Promise<void> {
  const bar = sql`
    period smallint not null,
    open_time_ms bigint not null,
    open_e8 bigint not null,
    high_e8 bigint not null,
    low_e8 bigint not null,
    close_e8 bigint not null,
    volume_e8 numeric(38, 0) not null,
    quote_volume_e8 numeric(38, 0) not null`;
  // The newest bar of each chart changes with every trade.
  await sql`
    create table klines (
      market_id integer not null,
      price smallint not null,
      ${bar},
      labelled_volume_e8 numeric(38, 0) not null,
      trades bigint not null,
      primary key (market_id, price, period, open_time_ms)
    ) with (fillfactor = 70)`.execute(db);
  await sql`
    create table kline_history (
      source text not null,
      symbol text not null,
      ${bar},
      primary key (source, symbol, period, open_time_ms)
    )`.execute(db);
}
