import { type Kysely, sql } from "kysely";
import { SCHEMA } from "./migrations.ts";
import type { ReadModelDatabase } from "./read-model-database.ts";
import type { ReadModelTables } from "./tables.ts";

/** What makes the indexes that are not there; the table is there only while some are not. */
const POSTPONED = "postponed_indexes";
/** Rows of these are inserted and never looked for by those that write, so that even their keys can wait. */
const KEYS_THAT_WAIT: readonly (keyof ReadModelTables)[] = ["fund_records", "fills", "trades"];
/** Entries of withdrawals that end are removed by it. */
const NEEDED_BY_WRITERS: readonly string[] = ["fund_records_by_reference"];

interface Definition {
  readonly drop: string;
  readonly make: string;
}

/**
 * Removes what makes writing many rows slow and reading few of them fast. Which ones are written down with that: whoever opens
 * the tables next makes them, should this process not come to it. Only where nobody reads meanwhile; and in the embedded
 * database alone, because a server ends statements that take long, as making an index of large tables does.
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

/** Makes all that were postponed, at once or not at all. */
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

/** Indexes that stand for no rule of their table. */
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
      and conrelid in (${sql.join(KEYS_THAT_WAIT.map((table) => sql`${`${SCHEMA}.${table}`}::regclass`))})`.execute(
    db,
  );
  return [...rows];
}
