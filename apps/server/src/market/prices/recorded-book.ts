import type { PriceE8 } from "@candor/money/brand";
import type { BookLevel, BookRow, RecordedLevels } from "./book-row.ts";
import { type BookFile, readBookRows } from "./book-rows.ts";

/** Changes that are kept until a snapshot comes: it may be older than the last of them. */
const MAX_WAITING = 1_000;
/** How long the last book counts, as the last price does. */
const LAST_BOOK_MS = 10_000;

/** The recorded books of one symbol, oldest first. */
export interface RecordedBooks {
  /** For people: `incremental_book_L2`. */
  readonly label: string;
  readonly files: readonly BookFile[];
  /** Time of the last row. */
  readonly endMs: number;
}

/**
 * The book of one symbol from its files, read forward, a piece at a time. It begins with a snapshot, and ends where the
 * sequence of changes has a gap, until the next snapshot.
 */
export class RecordedBook {
  private readonly recorded: RecordedBooks;
  private readonly bids = new Map<PriceE8, bigint>();
  private readonly asks = new Map<PriceE8, bigint>();
  private pieces: AsyncGenerator<readonly BookRow[]> | undefined;
  private rows: readonly BookRow[] = [];
  /** The row in `rows` that follows the last one that was applied. */
  private next = 0;
  private isKnown = false;
  private lastId: number | undefined;
  private waiting: BookRow[] = [];

  constructor(recorded: RecordedBooks) {
    this.recorded = recorded;
  }

  /**
   * Returns up to `limit` levels a side at a time, best first. Undefined if the book is not known then. Times of consecutive
   * calls must not go back, and calls must not overlap. Throws RecordingError and file system errors.
   */
  async levelsAt(timeMs: number, limit: number): Promise<RecordedLevels | undefined> {
    this.pieces ??= this.read();
    for (;;) {
      const { rows } = this;
      while (this.next < rows.length && (rows[this.next] as BookRow).timeMs <= timeMs)
        this.apply(rows[this.next++] as BookRow);
      if (this.next < rows.length) break;
      const read = await this.pieces.next();
      if (read.done === true) break;
      this.rows = read.value;
      this.next = 0;
    }
    if (!this.isKnown || timeMs > this.recorded.endMs + LAST_BOOK_MS) return undefined;
    return { bids: best(this.bids, -1, limit), asks: best(this.asks, 1, limit) };
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.pieces?.return(undefined);
  }

  private async *read(): AsyncGenerator<readonly BookRow[]> {
    for (const file of this.recorded.files) yield* readBookRows(file);
  }

  private apply(row: BookRow): void {
    const { isSnapshot, sequence } = row;
    if (isSnapshot) {
      this.bids.clear();
      this.asks.clear();
      this.isKnown = true;
      this.lastId = sequence?.last;
      this.write(row);
      const { waiting } = this;
      this.waiting = [];
      for (const earlier of waiting) this.apply(earlier);
      return;
    }
    if (this.isKnown && sequence !== undefined && this.lastId !== undefined) {
      if (sequence.last <= this.lastId) return;
      this.isKnown = sequence.before <= this.lastId;
      if (this.isKnown) this.lastId = sequence.last;
    }
    if (this.isKnown) this.write(row);
    else if (sequence !== undefined) this.waiting.push(row);
    if (this.waiting.length > MAX_WAITING) this.waiting.shift();
  }

  private write({ bids, asks }: BookRow): void {
    writeSide(this.bids, bids);
    writeSide(this.asks, asks);
  }
}

function writeSide(side: Map<PriceE8, bigint>, levels: readonly BookLevel[]): void {
  for (const [priceE8, volumeE8] of levels)
    if (volumeE8 === 0n) side.delete(priceE8);
    else side.set(priceE8, volumeE8);
}

/** Typed arrays sort numbers without calling back. */
function best(side: ReadonlyMap<PriceE8, bigint>, direction: 1 | -1, limit: number): BookLevel[] {
  const sorted = Float64Array.from(side.keys()).sort();
  const prices = direction === 1 ? sorted.subarray(0, limit) : sorted.subarray(-limit).reverse();
  return Array.from(prices, (price): BookLevel => [price as PriceE8, side.get(price as PriceE8) ?? 0n]);
}
