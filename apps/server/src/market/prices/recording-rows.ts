import type { RecordedRow } from "./recorded-row.ts";
import { RecordingError } from "./recording-error.ts";
import { readLines } from "./recording-lines.ts";
import type { RecordingName } from "./recording-name.ts";
import { type ReadRow, rowReader } from "./recording-row.ts";

/** Recorded trades may be written in an order that differs from their times by less. */
const MAX_DISORDER_MS = 1_000;

/** A file of one symbol. */
export interface RecordedFile extends RecordingName {
  readonly file: string;
}

/**
 * Reads the rows of a file in order of time, a piece at a time. A trade that is up to a second older than the one before it
 * gets that one's time. Throws RecordingError with the line that is wrong, and file system errors.
 */
export function readRows(source: RecordedFile): AsyncGenerator<readonly RecordedRow[]> {
  return readTimedRows(source.file, rowReader(source), source.intervalMs !== undefined);
}

/** Likewise, for rows of any kind. Each bar must be after the one before. */
export async function* readTimedRows<Row extends { readonly timeMs: number }>(
  file: string,
  read: ReadRow<Row>,
  isBar: boolean,
): AsyncGenerator<readonly Row[]> {
  let lastMs = 0;
  for await (const { lines, firstNumber } of readLines(file)) {
    const rows: Row[] = [];
    for (const [index, text] of lines.entries()) {
      const line = text.trim();
      if (line === "") continue;
      try {
        const row = read(line, firstNumber + index === 1);
        if (row === undefined) continue;
        checkOrder(row.timeMs, lastMs, isBar);
        lastMs = Math.max(lastMs, row.timeMs);
        rows.push(row.timeMs === lastMs ? row : { ...row, timeMs: lastMs });
      } catch (cause) {
        throw RecordingError.atLine(file, firstNumber + index, cause);
      }
    }
    yield rows;
  }
}

function checkOrder(timeMs: number, lastMs: number, isBar: boolean): void {
  if (isBar ? timeMs <= lastMs : timeMs < lastMs - MAX_DISORDER_MS)
    throw new RangeError(`its time ${timeMs} is not after ${lastMs}, the one before`);
}
