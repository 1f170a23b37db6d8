import { type Kysely, sql } from "kysely";
import { migrate, SCHEMA } from "./migrations.ts";
import { makePostponedIndexes } from "./postponed-indexes.ts";
import { PROJECTION_VERSION } from "./projection-version.ts";
import type { ReadModelTables } from "./tables.ts";

/** Holds the bars from a price source while the tables are rebuilt. */
const KEPT_BARS = "kline_history_kept";

/**
 * Brings the schema up to date. Tables written by another version of the projection have only data from the journal, so
 * they are rebuilt instead of migrated, whether older or, after a downgrade, newer. Bars from a price source are kept
 * if they fit.
 * @returns why existing tables were emptied, or `undefined` if they are unchanged
 */
export async function prepareSchema(db: Kysely<ReadModelTables>): Promise<string | undefined> {
  const version = await otherVersion(db);
  if (version !== undefined) await dropAllButBars(db);
  await makePostponedIndexes(db);
  await migrate(db);
  await takeBarsBack(db);
  return version === undefined ? undefined : `they were written by version ${version} of the projection`;
}

/** Returns the version of the projection that wrote the rows, if there are any and it is not this one. */
async function otherVersion(db: Kysely<ReadModelTables>): Promise<number | undefined> {
  if (!(await tables(db)).includes("checkpoint")) return undefined;
  const { seq, projection_version } = await db
    .withSchema(SCHEMA)
    .selectFrom("checkpoint")
    .select(["seq", "projection_version"])
    .executeTakeFirstOrThrow();
  return seq === 0 || projection_version === PROJECTION_VERSION ? undefined : projection_version;
}

async function tables(db: Kysely<ReadModelTables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${SCHEMA}`.execute(db);
  return rows.map(({ name }) => name);
}

const inSchema = (table: string) => sql.id(SCHEMA, table);

async function dropAllButBars(db: Kysely<ReadModelTables>): Promise<void> {
  const present = await tables(db);
  await db.transaction().execute(async (tx) => {
    if (present.includes("kline_history") && !present.includes(KEPT_BARS))
      await sql`alter table ${inSchema("kline_history")} rename to ${sql.id(KEPT_BARS)}`.execute(tx);
    for (const table of present)
      if (table !== KEPT_BARS) await sql`drop table if exists ${inSchema(table)} cascade`.execute(tx);
  });
}

/** Also handles an earlier interrupted start. */
async function takeBarsBack(db: Kysely<ReadModelTables>): Promise<void> {
  if (!(await tables(db)).includes(KEPT_BARS)) return;
  await db.transaction().execute(async (tx) => {
    if (await haveSameColumns(tx, "kline_history", KEPT_BARS))
      await sql`
        insert into ${inSchema("kline_history")} select * from ${inSchema(KEPT_BARS)} on conflict do nothing`.execute(
        tx,
      );
    await sql`drop table ${inSchema(KEPT_BARS)}`.execute(tx);
  });
}

async function haveSameColumns(db: Kysely<ReadModelTables>, one: string, other: string): Promise<boolean> {
  const columns = async (table: string): Promise<string> => {
    const { rows } = await sql`
      select column_name, data_type from information_schema.columns
      where table_schema = ${SCHEMA} and table_name = ${table} order by ordinal_position`.execute(db);
    return JSON.stringify(rows);
  };
  return (await columns(one)) === (await columns(other));
}
