import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ReadModelTables } from "../tables.ts";

/**
 * Returns the rows of a query over integers, each as its digits in the order of `columns`. They come as one text: a row
 * of its own costs the embedded database ten times as much.
 * @param query has these columns, none of them null
 */
export async function packedRows(
  db: Kysely<ReadModelTables>,
  columns: readonly string[],
  query: RawBuilder<unknown>,
): Promise<readonly (readonly string[])[]> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  const { rows } = await sql<{ packed: string | null }>`
    select string_agg(concat_ws(' ', ${names}), ';') as packed from (${query}) as rows`.execute(db);
  const packed = rows[0]?.packed ?? "";
  return packed === "" ? [] : packed.split(";").map((row) => row.split(" "));
}
