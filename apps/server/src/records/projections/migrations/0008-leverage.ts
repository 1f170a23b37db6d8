import { type Kysely, sql } from "kysely";

/** Loans of margin accounts and their liquidations, and which fills belong to margin orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Fills from before margin trading existed are not fills of margin orders.
  await sql`alter table fills add column lever boolean not null default false`.execute(db);
  // Market of a margin account, or -1 for a wallet.
  await sql`alter table fund_records add column margin_market_id integer not null default -1`.execute(db);
  await sql`
    create table loans (
      loan_id bigint primary key,
      user_id bigint not null,
      market_id integer not null,
      asset_id integer not null,
      seq bigint not null,
      time_ms bigint not null,
      kind smallint not null,
      amount_units bigint not null,
      interest_units bigint not null,
      charged_units bigint not null,
      hourly_ppm integer not null,
      hours integer not null,
      debt_units bigint not null,
      owed_interest_units bigint not null
    )`.execute(db);
  // Numbers follow the order in which loans change, which is the order of the list.
  await sql`create index loans_of_user on loans (user_id, loan_id)`.execute(db);
  await sql`create index loans_of_command on loans (seq)`.execute(db);
  await sql`
    create table lever_liquidations (
      step_id bigint primary key,
      liquidation_id bigint not null,
      user_id bigint not null,
      market_id integer not null,
      seq bigint not null,
      time_ms bigint not null,
      method smallint not null,
      index_e8 bigint not null,
      index_ticks bigint not null,
      base_units bigint not null,
      quote_units bigint not null,
      base_owed_units bigint not null,
      quote_owed_units bigint not null,
      level_e4 bigint not null,
      order_id bigint not null,
      closed_lots bigint not null,
      closed_quote_units bigint not null,
      fee_units bigint not null,
      base_repaid_units bigint not null,
      quote_repaid_units bigint not null,
      base_fund_units bigint not null,
      quote_fund_units bigint not null,
      base_loss_units bigint not null,
      quote_loss_units bigint not null,
      base_left_units bigint not null,
      quote_left_units bigint not null
    )`.execute(db);
  await sql`create index lever_liquidations_of_user on lever_liquidations (user_id, step_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table lever_liquidations, loans`.execute(db);
  await sql`alter table fills drop column lever`.execute(db);
  await sql`alter table fund_records drop column margin_market_id`.execute(db);
}
