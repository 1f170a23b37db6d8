import type { ColumnType } from "kysely";

/** Written as the decimal text of an integer, read as such a text: it may exceed 2^53. */
export type WideInteger = ColumnType<string, string, string>;
