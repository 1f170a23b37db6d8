import type { PriceE8 } from "@candor/money/brand";
import { walkBar } from "./bar-walk.ts";
import { quoteVolumeAt } from "./decimal-e8.ts";
import { type Bar, type BarChange, joinBars, NO_OWN_TRADES } from "./kline-bar.ts";

const BLOCK_ROWS = 256;
const MAX_VOLUME_E8 = 2n ** 63n - 1n;
const INITIAL_ROWS = 1_024;

/** Recorded bars of one interval without gaps, in columns, with sums over blocks so that long folds are fast. */
export class PriceTape {
  readonly intervalMs: number;
  private openE8 = new Float64Array(INITIAL_ROWS);
  private highE8 = new Float64Array(INITIAL_ROWS);
  private lowE8 = new Float64Array(INITIAL_ROWS);
  private closeE8 = new Float64Array(INITIAL_ROWS);
  private volumeE8 = new BigInt64Array(INITIAL_ROWS);
  private readonly blocks: BarChange[] = [];
  private firstOpenMs = 0;
  private count = 0;

  constructor(intervalMs: number) {
    this.intervalMs = intervalMs;
  }

  get length(): number {
    return this.count;
  }

  get last(): Bar | undefined {
    return this.count === 0 ? undefined : this.row(this.count - 1);
  }

  /** Appends a bar, which must open one interval after the last one. */
  add(bar: Bar): void {
    if (bar.volumeE8 > MAX_VOLUME_E8) throw new RangeError(`volume ${bar.volumeE8} is too large`);
    if (this.count === 0) this.firstOpenMs = bar.openTimeMs;
    else if (bar.openTimeMs !== this.firstOpenMs + this.count * this.intervalMs)
      throw new RangeError(`the bar at ${bar.openTimeMs} does not follow the last one`);
    if (this.count === this.openE8.length) this.grow();
    this.openE8[this.count] = bar.openE8;
    this.highE8[this.count] = bar.highE8;
    this.lowE8[this.count] = bar.lowE8;
    this.closeE8[this.count] = bar.closeE8;
    this.volumeE8[this.count] = bar.volumeE8;
    this.count++;
    if (this.count % BLOCK_ROWS === 0) this.blocks.push(this.foldRows(this.count - BLOCK_ROWS, this.count));
  }

  row(index: number): Bar {
    if (index < 0 || index >= this.count) throw new RangeError(`no row ${index}`);
    const closeE8 = this.closeE8[index] as PriceE8;
    const volumeE8 = this.volumeE8[index] as bigint;
    return {
      openTimeMs: this.firstOpenMs + index * this.intervalMs,
      openE8: this.openE8[index] as PriceE8,
      highE8: this.highE8[index] as PriceE8,
      lowE8: this.lowE8[index] as PriceE8,
      closeE8,
      volumeE8,
      quoteVolumeE8: quoteVolumeAt(volumeE8, closeE8),
      ...NO_OWN_TRADES,
    };
  }

  /** Folds the rows from `from` until `to`, exclusive, into one; at least one row. */
  fold(from: number, to: number): BarChange {
    let folded: BarChange | undefined;
    let at = from;
    while (at < to) {
      const whole = at % BLOCK_ROWS === 0 && at + BLOCK_ROWS <= to;
      const next = whole ? at + BLOCK_ROWS : Math.min(to, at - (at % BLOCK_ROWS) + BLOCK_ROWS);
      const piece = whole ? (this.blocks[at / BLOCK_ROWS] as BarChange) : this.foldRows(at, next);
      folded = folded === undefined ? piece : joinBars({ ...folded, openTimeMs: 0 }, piece);
      at = next;
    }
    if (folded === undefined) throw new RangeError(`no rows from ${from} to ${to}`);
    return folded;
  }

  /** Returns the price at one of `steps` (≥ 4) steps through a row, as walkBar does. */
  walk(index: number, step: number, steps: number): PriceE8 {
    return walkBar(this.row(index), step, steps);
  }

  private foldRows(from: number, to: number): BarChange {
    let highE8 = this.highE8[from] as number;
    let lowE8 = this.lowE8[from] as number;
    let volumeE8 = 0n;
    let quoteVolumeE8 = 0n;
    for (let i = from; i < to; i++) {
      highE8 = Math.max(highE8, this.highE8[i] as number);
      lowE8 = Math.min(lowE8, this.lowE8[i] as number);
      const rowVolumeE8 = this.volumeE8[i] as bigint;
      volumeE8 += rowVolumeE8;
      quoteVolumeE8 += quoteVolumeAt(rowVolumeE8, this.closeE8[i] as number);
    }
    return {
      openE8: this.openE8[from] as PriceE8,
      highE8: highE8 as PriceE8,
      lowE8: lowE8 as PriceE8,
      closeE8: this.closeE8[to - 1] as PriceE8,
      volumeE8,
      quoteVolumeE8,
      ...NO_OWN_TRADES,
    };
  }

  private grow(): void {
    const larger = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const grown = new Float64Array(column.length * 2);
      grown.set(column);
      return grown;
    };
    this.openE8 = larger(this.openE8);
    this.highE8 = larger(this.highE8);
    this.lowE8 = larger(this.lowE8);
    this.closeE8 = larger(this.closeE8);
    const volumes = new BigInt64Array(this.volumeE8.length * 2);
    volumes.set(this.volumeE8);
    this.volumeE8 = volumes;
  }
}
