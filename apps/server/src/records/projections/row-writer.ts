import { type Kysely, type RawBuilder, sql } from "kysely";
import { NumberArray, textArrayText } from "./number-array.ts";
import type { Pause } from "./pause.ts";
import type { ReadModelTables } from "./tables.ts";

/** Rows per statement. Larger ones are no faster and block readers longer. */
const CHUNK_ROWS = 4_096;

/** An SQL column and how to read its value from the row's source. Booleans are sent as 0 and 1. */
export type Column<Source> =
  | {
      readonly type: "bigint" | "integer" | "smallint" | "boolean";
      readonly read: (source: Source) => number;
    }
  | { readonly type: "text" | "jsonb" | "numeric"; readonly read: (source: Source) => string };

export const bigint = <S>(read: (source: S) => number): Column<S> => ({ type: "bigint", read });
export const integer = <S>(read: (source: S) => number): Column<S> => ({ type: "integer", read });
export const smallint = <S>(read: (source: S) => number): Column<S> => ({ type: "smallint", read });
export const boolean = <S>(read: (source: S) => boolean): Column<S> => ({
  type: "boolean",
  read: (source) => (read(source) ? 1 : 0),
});
export const text = <S>(read: (source: S) => string): Column<S> => ({ type: "text", read });
export const jsonb = <S>(read: (source: S) => object): Column<S> => ({
  type: "jsonb",
  read: (source) => JSON.stringify(read(source)),
});
export const numeric = <S>(read: (source: S) => bigint): Column<S> => ({
  type: "numeric",
  read: (source) => String(read(source)),
});

/** All columns of a table; the compiler detects a missing one. */
export type Columns<Table, Source> = { readonly [Name in keyof Table]-?: Column<Source> };
type SomeColumns<Source> = Readonly<Record<string, Column<Source>>>;

/**
 * Inserts rows in column form: one array parameter per column, so that the statement text is the same for any number of
 * rows and it costs a twentieth of single inserts. `onConflict` is the part after the rows, starting with `on
 * conflict`.
 */
export async function insertRows<Name extends keyof ReadModelTables, Source>(
  db: Kysely<ReadModelTables>,
  table: Name,
  columns: Columns<ReadModelTables[Name], Source>,
  sources: readonly Source[],
  pause: Pause,
  onConflict: RawBuilder<unknown> = sql``,
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.id(name)));
  for (let start = 0; start < sources.length; start += CHUNK_ROWS) {
    const arrays = await unnested(columns, sources.slice(start, start + CHUNK_ROWS), pause);
    await sql`insert into ${sql.table(table)} (${names}) ${arrays} ${onConflict}`.execute(db);
  }
}

/**
 * Updates the row of each source, found only by `key`, and sets all other columns. Throws unless each source had
 * exactly one row.
 */
export async function updateRows<Name extends keyof ReadModelTables, Source>(
  db: Kysely<ReadModelTables>,
  table: Name,
  key: keyof ReadModelTables[Name] & string,
  columns: { readonly [N in keyof ReadModelTables[Name]]?: Column<Source> },
  sources: readonly Source[],
  pause: Pause,
): Promise<void> {
  const some = columns as SomeColumns<Source>;
  const names = Object.keys(some);
  const assignments = sql.join(
    names.filter((name) => name !== key).map((name) => sql`${sql.id(name)} = ${sql.id("changed", name)}`),
  );
  for (let start = 0; start < sources.length; start += CHUNK_ROWS) {
    const chunk = sources.slice(start, start + CHUNK_ROWS);
    const arrays = await unnested(some, chunk, pause);
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set ${assignments}
      from (${arrays}) as changed (${sql.join(names.map((name) => sql.id(name)))})
      where ${sql.id(table, key)} = ${sql.id("changed", key)}`.execute(db);
    if (numAffectedRows !== BigInt(chunk.length)) {
      throw new Error(
        `expected to change ${chunk.length} rows of ${table}, changed ${String(numAffectedRows)}`,
      );
    }
  }
}

/**
 * One `unnest(…)` per column: in the list of a `select` they advance together, and no intermediate rows are stored as
 * they would be after `from`. A quarter cheaper.
 */
async function unnested<Source>(
  columns: SomeColumns<Source>,
  sources: readonly Source[],
  pause: Pause,
): Promise<RawBuilder<unknown>> {
  const arrays: RawBuilder<unknown>[] = [];
  for (const column of Object.values(columns)) {
    arrays.push(sql`unnest(${arrayOf(column, sources)}::${sql.raw(column.type)}[])`);
    await pause.whenDue();
  }
  return sql`select ${sql.join(arrays)}`;
}

function arrayOf<Source>(column: Column<Source>, sources: readonly Source[]): NumberArray | string {
  switch (column.type) {
    case "numeric":
      // Digits need no quotes.
      return `{${sources.map(column.read).join(",")}}`;
    case "text":
    case "jsonb":
      return textArrayText(sources.map(column.read));
    default: {
      const values = new Float64Array(sources.length);
      for (const [index, source] of sources.entries()) values[index] = column.read(source);
      return new NumberArray(values);
    }
  }
}
