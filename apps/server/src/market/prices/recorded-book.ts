import type { PriceE8 } from "@candor/money/brand";
import type { BookLevel, BookRow, RecordedLevels } from "./book-row.ts";
import { type BookFile, readBookRows } from "./book-rows.ts";

/** Changes that are kept until a snapshot comes: it may be older than the last of them. */
const MAX_WAITING = 1_000;
/** How long the last book counts, as the last price does. */
const LAST_BOOK_MS = 10_000;

/** Quantities of a side by price, and the number of the row that set each. */
type Levels = Map<PriceE8, { readonly volumeE8: bigint; readonly row: number }>;

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
  private readonly bids: Levels = new Map();
  private readonly asks: Levels = new Map();
  private pieces: AsyncGenerator<readonly BookRow[]> | undefined;
  private rows: readonly BookRow[] = [];
  /** The row in `rows` that follows the last one that was applied. */
  private next = 0;
  /** How many rows were applied. */
  private applied = 0;
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
    const [bids, asks] = [sorted(this.bids).reverse(), sorted(this.asks)];
    this.uncross(bids, asks);
    return { bids: levelsOf(this.bids, bids, limit), asks: levelsOf(this.asks, asks, limit) };
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
    const row = ++this.applied;
    writeSide(this.bids, bids, row);
    writeSide(this.asks, asks, row);
  }

  /** Recordings miss some changes that remove a level. Of two levels that cross, the older one is gone. */
  private uncross(bids: Float64Array, asks: Float64Array): void {
    for (let bid = 0, ask = 0; (bids[bid] ?? -1) >= (asks[ask] ?? Number.POSITIVE_INFINITY); ) {
      const [bidE8, askE8] = [bids[bid] as PriceE8, asks[ask] as PriceE8];
      const age = (this.bids.get(bidE8)?.row ?? 0) - (this.asks.get(askE8)?.row ?? 0);
      if (age <= 0 && this.bids.delete(bidE8)) bid++;
      if (age >= 0 && this.asks.delete(askE8)) ask++;
    }
  }
}

function writeSide(side: Levels, levels: readonly BookLevel[], row: number): void {
  for (const [priceE8, volumeE8] of levels)
    if (volumeE8 === 0n) side.delete(priceE8);
    else side.set(priceE8, { volumeE8, row });
}

/** Typed arrays sort numbers without calling back. */
const sorted = (side: Levels): Float64Array => Float64Array.from(side.keys()).sort();

function levelsOf(side: Levels, prices: Float64Array, limit: number): BookLevel[] {
  const levels: BookLevel[] = [];
  for (const price of prices) {
    const level = side.get(price as PriceE8);
    if (level !== undefined) levels.push([price as PriceE8, level.volumeE8]);
    if (levels.length === limit) break;
  }
  return levels;
}
