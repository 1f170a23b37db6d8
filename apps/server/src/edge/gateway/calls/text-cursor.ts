import type { MessagePosition } from "../../../people/content/personal-messages.ts";
import { BAD_CURSOR, type BadCursor, filtersDigest } from "../../../records/projections/queries/cursor.ts";

/** A cursor of a list whose ids are no numbers; opaque, and good for the same filters alone. */
export function writeTextCursor(list: string, filters: object, { timeMs, id }: MessagePosition): string {
  return Buffer.from(`${filtersDigest(list, filters)} ${timeMs} ${id}`, "latin1").toString("base64url");
}

/** @returns where the page before ended; undefined for no cursor, which is the first page */
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
