import { type Kysely, sql } from "kysely";
import { migrate, SCHEMA } from "./migrations.ts";
import { makePostponedIndexes } from "./postponed-indexes.ts";
import { PROJECTION_VERSION } from "./projection-version.ts";
import type { ReadModelTables } from "./tables.ts";

/** Tables that cannot be rebuilt from the journal, and what holds their rows while the others are rebuilt. */
const KEPT: Readonly<Record<string, string>> = {
  kline_history: "kline_history_kept",
  position_statistics: "position_statistics_kept",
};

/**
 * Brings the schema up to date. Tables written by another version of the projection have only data from the journal, so
 * they are rebuilt instead of migrated, whether older or, after a downgrade, newer. Bars from a price source and samples
 * are kept if they fit.
 * @returns why existing tables were emptied, or `undefined` if they are unchanged
 */
export async function prepareSchema(db: Kysely<ReadModelTables>): Promise<string | undefined> {
  const version = await otherVersion(db);
  if (version !== undefined) await dropAllButKept(db);
  await makePostponedIndexes(db);
  await migrate(db);
  await takeKeptBack(db);
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

async function dropAllButKept(db: Kysely<ReadModelTables>): Promise<void> {
  const present = await tables(db);
  const holders = Object.values(KEPT);
  await db.transaction().execute(async (tx) => {
    for (const [table, holder] of Object.entries(KEPT))
      if (present.includes(table) && !present.includes(holder))
        await sql`alter table ${inSchema(table)} rename to ${sql.id(holder)}`.execute(tx);
    for (const table of present)
      if (!holders.includes(table)) await sql`drop table if exists ${inSchema(table)} cascade`.execute(tx);
  });
}

/** Also handles an earlier interrupted start. */
async function takeKeptBack(db: Kysely<ReadModelTables>): Promise<void> {
  const present = await tables(db);
  for (const [table, holder] of Object.entries(KEPT)) {
    if (!present.includes(holder)) continue;
    await db.transaction().execute(async (tx) => {
      if (await haveSameColumns(tx, table, holder))
        await sql`
          insert into ${inSchema(table)} select * from ${inSchema(holder)} on conflict do nothing`.execute(
          tx,
        );
      await sql`drop table ${inSchema(holder)}`.execute(tx);
    });
  }
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
