import type { PriceE8 } from "@candor/money/brand";
import { walkBar } from "./bar-walk.ts";
import type { RecordedRow } from "./recorded-row.ts";
import type { RecordedSymbol } from "./recording.ts";
import { readRows } from "./recording-rows.ts";

/** Recorded time between two prices within a bar. */
const WALK_STEP_MS = 500;
const MIN_STEPS = 4;
const MAX_STEPS = 7_200;

/**
 * The prices of one symbol from its files, read forward, a piece at a time: memory holds some thousand rows whatever the
 * length of the files. Within a bar, the price walks from the open through both extremes to the close.
 */
export class RecordedTape {
  private readonly recorded: RecordedSymbol;
  /** Steps through a bar; undefined for trades and quotes. */
  private readonly steps: number | undefined;
  private pieces: AsyncGenerator<readonly RecordedRow[]> | undefined;
  private rows: readonly RecordedRow[] = [];
  /** The row in `rows` that follows the current one. */
  private next = 0;
  private row: RecordedRow | undefined;

  constructor(recorded: RecordedSymbol) {
    this.recorded = recorded;
    const { intervalMs } = recorded;
    this.steps =
      intervalMs && Math.min(MAX_STEPS, Math.max(MIN_STEPS, Math.floor(intervalMs / WALK_STEP_MS)));
  }

  /**
   * Returns the price at a time: that of the last row by then. Undefined before the first row and after the last one's end.
   * Times of consecutive calls must not go back, and calls must not overlap. Throws RecordingError and file system errors.
   */
  async priceAt(timeMs: number): Promise<PriceE8 | undefined> {
    this.pieces ??= this.readFrom(timeMs);
    for (;;) {
      const { rows } = this;
      while (this.next < rows.length && (rows[this.next] as RecordedRow).timeMs <= timeMs)
        this.row = rows[this.next++];
      if (this.next < rows.length) break;
      const read = await this.pieces.next();
      if (read.done === true) break;
      this.rows = read.value;
      this.next = 0;
    }
    return this.row === undefined || timeMs > this.recorded.endMs
      ? undefined
      : this.priceIn(this.row, timeMs);
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.pieces?.return(undefined);
    this.rows = [];
    this.next = 0;
  }

  private priceIn(row: RecordedRow, timeMs: number): PriceE8 {
    const { intervalMs } = this.recorded;
    const { steps } = this;
    const passedMs = timeMs - row.timeMs;
    if (intervalMs === undefined || steps === undefined || passedMs >= intervalMs) return row.closeE8;
    return walkBar(row, Math.floor((passedMs * steps) / intervalMs), steps);
  }

  /** Skips files that end before a later one has begun. */
  private async *readFrom(timeMs: number): AsyncGenerator<readonly RecordedRow[]> {
    const { files } = this.recorded;
    const started = files.findLastIndex(({ beginMs }) => beginMs <= timeMs);
    for (const file of files.slice(Math.max(0, started))) yield* readRows(file);
  }
}
