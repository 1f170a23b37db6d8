import { type Kysely, sql } from "kysely";

/** Contracts: additional fields of their orders and fills, fundings, and liquidation steps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A contract may share its symbol with a spot market.
  await sql`alter table markets add column product smallint not null default 0`.execute(db);
  await sql`
    alter table markets alter column product drop default, drop constraint markets_symbol_key,
      add constraint markets_symbol_key unique (symbol, product)`.execute(db);
  // Existing rows are from an older projection and get rebuilt; until then they are spot orders: 0 is `last`.
  await sql`
    alter table orders add column trigger_by smallint not null default 0,
      add column reduce_only boolean not null default false`.execute(db);
  await sql`alter table orders alter column trigger_by drop default, alter column reduce_only drop default`.execute(
    db,
  );
  await sql`alter table fills add column realized_units bigint not null default 0`.execute(db);
  await sql`alter table fills alter column realized_units drop default`.execute(db);
  await sql`
    create table funding_rounds (
      market_id integer not null,
      round integer not null,
      seq bigint not null,
      due_at_ms bigint not null,
      rate_ppm integer not null,
      premium_ppm integer not null,
      interest_ppm integer not null,
      cap_ppm integer not null,
      mark_ticks bigint not null,
      index_e8 bigint not null,
      samples_ppm jsonb not null,
      closed_seq bigint not null,
      remainder_units bigint not null,
      primary key (market_id, round)
    ) with (fillfactor = 70)`.execute(db);
  await sql`
    create table funding_payments (
      funding_id bigint primary key,
      user_id bigint not null,
      market_id integer not null,
      round integer not null,
      seq bigint not null,
      time_ms bigint not null,
      lots bigint not null,
      rate_ppm integer not null,
      mark_ticks bigint not null,
      amount_units bigint not null,
      missing_units bigint not null
    )`.execute(db);
  await sql`create index funding_payments_of_user on funding_payments (user_id, time_ms, funding_id)`.execute(
    db,
  );
  await createLiquidationSteps(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table liquidation_steps, funding_payments, funding_rounds`.execute(db);
  await sql`alter table fills drop column realized_units`.execute(db);
  await sql`alter table orders drop column trigger_by, drop column reduce_only`.execute(db);
  // Contracts are rebuilt from the journal when the migration runs again; the older schema has no column for them.
  await sql`delete from markets where product <> 0`.execute(db);
  await sql`alter table markets drop constraint markets_symbol_key, drop column product`.execute(db);
  await sql`alter table markets add constraint markets_symbol_key unique (symbol)`.execute(db);
}

async function createLiquidationSteps(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table liquidation_steps (
      step_id bigint primary key,
      liquidation_id bigint not null,
      user_id bigint not null,
      seq bigint not null,
      time_ms bigint not null,
      market_id integer not null,
      position_id bigint not null,
      method smallint not null,
      margin_mode smallint not null,
      lots bigint not null,
      entry_cost_units bigint not null,
      margin_units bigint not null,
      equity_units bigint not null,
      maintenance_units bigint not null,
      tier integer not null,
      mark_ticks bigint not null,
      index_e8 bigint not null,
      funding_term_e8 bigint not null,
      basis_term_e8 bigint not null,
      last_term_e8 bigint not null,
      closed_lots bigint not null,
      closed_quote_units bigint not null,
      price_ticks bigint not null,
      fee_units bigint not null,
      loss_units bigint not null,
      fund_units bigint not null,
      order_id bigint not null,
      counterparty_realized_units bigint not null
    )`.execute(db);
  await sql`create index liquidation_steps_of_user on liquidation_steps (user_id, time_ms, step_id)`.execute(
    db,
  );
  await sql`
    create index liquidation_steps_of_liquidation on liquidation_steps (liquidation_id, step_id)`.execute(db);
}
