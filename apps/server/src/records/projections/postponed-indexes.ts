import { type Kysely, sql } from "kysely";
import { SCHEMA } from "./migrations.ts";
import type { ReadModelDatabase } from "./read-model-database.ts";
import type { ReadModelTables } from "./tables.ts";

/** Statements that create the missing indexes; the table exists only while some are missing. */
const POSTPONED = "postponed_indexes";
/** Rows of these tables are only inserted and never looked up by writers, so even their keys can be created later. */
const POSTPONED_KEYS: readonly (keyof ReadModelTables)[] = ["fund_records", "fills", "trades"];
/** Used to remove the entries of ended withdrawals, and to continue open positions. */
const NEEDED_BY_WRITERS: readonly string[] = ["fund_records_by_reference", "positions_open"];

interface Definition {
  readonly drop: string;
  readonly make: string;
}

/**
 * Drops indexes, which make writing many rows slow and reading few of them fast. The dropped ones are recorded, so that
 * the next process to open the tables creates them if this one does not get to it. Only while nobody reads; and only in
 * the embedded database, because a server cancels long statements such as creating an index on large tables.
 */
export async function postponeIndexes({ adapter, db }: ReadModelDatabase): Promise<void> {
  if (adapter !== "pglite" || (await arePostponed(db))) return;
  const definitions = [...(await indexesOf(db)), ...(await keysOf(db))];
  await db.transaction().execute(async (tx) => {
    await sql`create table ${sql.id(SCHEMA, POSTPONED)} (make text not null)`.execute(tx);
    for (const { drop, make } of definitions) {
      await sql`insert into ${sql.id(SCHEMA, POSTPONED)} values (${make})`.execute(tx);
      await sql.raw(drop).execute(tx);
    }
  });
}

/** Creates all postponed indexes, in one transaction. */
export async function makePostponedIndexes(db: Kysely<ReadModelTables>): Promise<void> {
  if (!(await arePostponed(db))) return;
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ make: string }>`select make from ${sql.id(SCHEMA, POSTPONED)}`.execute(tx);
    for (const { make } of rows) await sql.raw(make).execute(tx);
    await sql`drop table ${sql.id(SCHEMA, POSTPONED)}`.execute(tx);
  });
}

async function arePostponed(db: Kysely<ReadModelTables>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_tables where schemaname = ${SCHEMA} and tablename = ${POSTPONED}`.execute(db);
  return rows.length > 0;
}

/** Returns indexes that do not enforce a constraint. */
async function indexesOf(db: Kysely<ReadModelTables>): Promise<Definition[]> {
  const { rows } = await sql<Definition & { name: string }>`
    select indexname as name, indexdef as make, format('drop index %I.%I', schemaname, indexname) as drop
    from pg_indexes
    where schemaname = ${SCHEMA} and not exists (select from pg_constraint where conname = indexname)
      and tablename not like 'kysely%'`.execute(db);
  return rows.filter(({ name }) => !NEEDED_BY_WRITERS.includes(name));
}

async function keysOf(db: Kysely<ReadModelTables>): Promise<Definition[]> {
  const { rows } = await sql<Definition>`
    select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
    from pg_constraint
    where contype = 'p' and connamespace = ${SCHEMA}::regnamespace
      and conrelid in (${sql.join(POSTPONED_KEYS.map((table) => sql`${`${SCHEMA}.${table}`}::regclass`))})`.execute(
    db,
  );
  return [...rows];
}
