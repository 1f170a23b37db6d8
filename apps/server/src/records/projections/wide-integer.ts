import type { ColumnType } from "kysely";

/** An integer read and written as decimal text, because it may exceed 2^53. */
export type WideInteger = ColumnType<string, string, string>;
