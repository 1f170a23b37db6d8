import { type Kysely, sql } from "kysely";

/**
 * Deposits from chains, withdrawals with their steps, results of fund records, and the balances in replies to commands,
 * so that repeated commands get the same answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Existing rows are from an older projection and get rebuilt; 1 (success) was true for all of them.
  await sql`alter table fund_records add column result smallint not null default 1`.execute(db);
  await sql`alter table fund_records alter column result drop default`.execute(db);
  // Nearly all records succeeded: pending and failed ones must be found among them.
  await sql`
    create index fund_records_not_succeeded on fund_records (user_id, time_ms, record_id)
      where result <> 1`.execute(db);
  await sql`
    create table deposits (
      deposit_id bigint primary key,
      user_id bigint not null,
      asset_id integer not null,
      chain_index integer not null,
      amount_units bigint not null,
      log_index bigint not null,
      tx_hash text not null,
      credited_at_ms bigint not null
    )`.execute(db);
  await sql`create index deposits_of_user on deposits (user_id, deposit_id)`.execute(db);
  await createWithdrawals(db);
  await sql`
    create table balance_outcomes (
      seq bigint not null,
      wallet smallint not null,
      asset_id integer not null,
      user_id bigint not null,
      available_units bigint not null,
      frozen_units bigint not null,
      primary key (seq, wallet, asset_id)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table balance_outcomes, withdrawal_steps, withdrawals, deposits`.execute(db);
  await sql`drop index fund_records_not_succeeded`.execute(db);
  await sql`alter table fund_records drop column result`.execute(db);
}

async function createWithdrawals(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table withdrawals (
      withdrawal_id bigint primary key,
      user_id bigint not null,
      asset_id integer not null,
      chain_index integer not null,
      address text not null,
      amount_units bigint not null,
      fee_units bigint not null,
      status smallint not null,
      needs_review boolean not null,
      hold_reason text not null,
      tx_hash text not null,
      reason text not null,
      created_at_ms bigint not null,
      updated_at_ms bigint not null,
      changed_seq bigint not null check (changed_seq >= withdrawal_id)
    ) with (fillfactor = 70)`.execute(db);
  await sql`
    create index withdrawals_of_user on withdrawals (user_id, created_at_ms, withdrawal_id)`.execute(db);
  // One command may take two steps.
  await sql`
    create table withdrawal_steps (
      withdrawal_id bigint not null,
      seq bigint not null,
      status smallint not null,
      time_ms bigint not null,
      tx_hash text not null,
      primary key (withdrawal_id, seq, status)
    )`.execute(db);
}
