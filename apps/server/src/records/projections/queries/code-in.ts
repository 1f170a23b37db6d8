import { type Expression, type SqlBool, sql } from "kysely";
import { numberArrayText } from "../number-array.ts";

/**
 * True if the column has one of the codes; always false for an empty list. The statement text is the same for any
 * number of codes.
 */
export function codeIn(column: string, codes: readonly number[]): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = any(${numberArrayText(Float64Array.from(codes))}::smallint[])`;
}
