import { type Kysely, sql } from "kysely";

const COLUMNS = {
  buy_volume_e8: "numeric(38, 0)",
  buy_quote_volume_e8: "numeric(38, 0)",
  first_trade_id: "bigint",
  last_trade_id: "bigint",
};

/** What takers bought in each bar, and the ids of its first and last trade; 0 for a bar without trades. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Existing rows are from an older projection and get rebuilt.
  for (const [name, type] of Object.entries(COLUMNS)) {
    await sql`alter table klines add column ${sql.ref(name)} ${sql.raw(type)} not null default 0`.execute(db);
    await sql`alter table klines alter column ${sql.ref(name)} drop default`.execute(db);
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of Object.keys(COLUMNS))
    await sql`alter table klines drop column ${sql.ref(name)}`.execute(db);
}
