import { createHash } from "node:crypto";

/**
 * Cursors of lists: the end of a page, and a digest of its filters, so that a cursor cannot be used with different
 * ones. Opaque to clients; they contain no secrets, and the user is always one of the filters.
 */

/** The cursor does not belong to this list with these filters: a parameter error. */
export const BAD_CURSOR = "bad-cursor";
export type BadCursor = typeof BAD_CURSOR;

/** Last row of a page: the sort value, then the id that breaks ties. */
export type Position = readonly [number, number];

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** `undefined` at the end. */
  readonly nextCursor: string | undefined;
}

const DIGEST_CHARACTERS = 12;

/** Identifies a list with its filters. `filters` may be any JSON; undefined fields are ignored. */
export function filtersDigest(list: string, filters: object): string {
  const entries = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256")
    .update(JSON.stringify([list, entries]))
    .digest("base64url")
    .slice(0, DIGEST_CHARACTERS);
}

export function writeCursor(list: string, filters: object, position: Position): string {
  return Buffer.from(`${filtersDigest(list, filters)} ${position[0]} ${position[1]}`, "latin1").toString(
    "base64url",
  );
}

/** @returns where the previous page ended, or `undefined` without a cursor, which means the first page */
export function readCursor(
  list: string,
  filters: object,
  cursor: string | undefined,
): Position | undefined | BadCursor {
  if (cursor === undefined) return undefined;
  const fields = /^([\w-]{12}) (\d{1,16}) (\d{1,16})$/.exec(
    Buffer.from(cursor, "base64url").toString("latin1"),
  );
  if (fields === null || fields[1] !== filtersDigest(list, filters)) return BAD_CURSOR;
  const position: Position = [Number(fields[2]), Number(fields[3])];
  return position.every(Number.isSafeInteger) ? position : BAD_CURSOR;
}

/** Builds a page of `limit` rows from up to `limit` + 1 that were read. */
export function pageOf<Row, Result>(
  rows: readonly Row[],
  limit: number,
  toResult: (row: Row) => Result,
  toCursor: (last: Row) => string,
): Page<Result> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(toResult),
    nextCursor: rows.length > limit && last !== undefined ? toCursor(last) : undefined,
  };
}
