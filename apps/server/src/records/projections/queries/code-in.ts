import { type Expression, type SqlBool, sql } from "kysely";
import { numberArrayText } from "../number-array.ts";

/** True where the column has one of the codes; false everywhere for none. The statement is the same for any number. */
export function codeIn(column: string, codes: readonly number[]): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = any(${numberArrayText(Float64Array.from(codes))}::smallint[])`;
}
