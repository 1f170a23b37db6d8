import type { RecordedRow } from "./recorded-row.ts";
import { RecordingError } from "./recording-error.ts";
import { readLines } from "./recording-lines.ts";
import type { RecordingName } from "./recording-name.ts";
import { rowReader } from "./recording-row.ts";

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
export async function* readRows(source: RecordedFile): AsyncGenerator<readonly RecordedRow[]> {
  const read = rowReader(source);
  const isBar = source.intervalMs !== undefined;
  let lastMs = 0;
  for await (const { lines, firstNumber } of readLines(source.file)) {
    const rows: RecordedRow[] = [];
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
        throw RecordingError.atLine(source.file, firstNumber + index, cause);
      }
    }
    yield rows;
  }
}

function checkOrder(timeMs: number, lastMs: number, isBar: boolean): void {
  if (isBar ? timeMs <= lastMs : timeMs < lastMs - MAX_DISORDER_MS)
    throw new RangeError(`its time ${timeMs} is not after ${lastMs}, the one before`);
}
