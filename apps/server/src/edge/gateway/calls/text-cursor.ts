import type { MessagePosition } from "../../../people/content/personal-messages.ts";
import { BAD_CURSOR, type BadCursor, filtersDigest } from "../../../records/projections/queries/cursor.ts";

/** Writes a cursor for a list whose ids are not numeric. It is opaque and valid only for the same filters. */
export function writeTextCursor(list: string, filters: object, { timeMs, id }: MessagePosition): string {
  return Buffer.from(`${filtersDigest(list, filters)} ${timeMs} ${id}`, "latin1").toString("base64url");
}

/** @returns where the previous page ended, or `undefined` without a cursor, which means the first page */
export function readTextCursor(
  list: string,
  filters: object,
  cursor: string | undefined,
): MessagePosition | undefined | BadCursor {
  if (cursor === undefined) return undefined;
  const [, digest, timeMs, id] =
    /^([\w-]{12}) (\d{1,15}) ([\w-]{1,40})$/.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (digest !== filtersDigest(list, filters) || timeMs === undefined || id === undefined) return BAD_CURSOR;
  return { timeMs: Number(timeMs), id };
}
