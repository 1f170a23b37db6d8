import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import { SERIES_CAPACITY } from "../../config/chart-bars.ts";
import { type Bar, type BarChange, emptyBar, joinBars } from "./kline-bar.ts";
import { NumberColumn, VolumeColumn } from "./kline-columns.ts";
import { fillEmptyBars, periodOpenMs } from "./kline-fold.ts";
import { joinHistory } from "./source-history.ts";

/** Bars above the capacity before the oldest are dropped, all at once. */
const SLACK = 256;

/**
 * The newest bars of one chart, without gaps, oldest first. Stored in columns, because 160 series of bar objects would
 * be 250,000 objects for the garbage collector to scan.
 */
export class KlineSeries {
  readonly period: Period;
  private readonly capacity: number;
  private readonly openTimeMs = new NumberColumn();
  private readonly openE8 = new NumberColumn();
  private readonly highE8 = new NumberColumn();
  private readonly lowE8 = new NumberColumn();
  private readonly closeE8 = new NumberColumn();
  private readonly trades = new NumberColumn();
  private readonly firstTradeId = new NumberColumn();
  private readonly lastTradeId = new NumberColumn();
  private readonly volumeE8 = new VolumeColumn();
  private readonly quoteVolumeE8 = new VolumeColumn();
  private readonly labelledVolumeE8 = new VolumeColumn();
  private readonly buyVolumeE8 = new VolumeColumn();
  private readonly buyQuoteVolumeE8 = new VolumeColumn();
  private count = 0;
  private untouched = false;

  constructor(period: Period, capacity: number = SERIES_CAPACITY) {
    this.period = period;
    this.capacity = capacity;
  }

  get length(): number {
    return this.count < this.capacity ? this.count : this.capacity;
  }

  /** The newest bar, which may be unfinished. */
  get current(): Bar | undefined {
    return this.count === 0 ? undefined : this.at(this.count - 1);
  }

  get firstOpenMs(): number | undefined {
    return this.count === 0 ? undefined : this.openTimeMs.get(this.count - this.length);
  }

  /** Whether the current bar was opened by time only and still repeats the previous close. */
  get isUntouched(): boolean {
    return this.untouched;
  }

  /** Replaces everything. `bars` must be ascending; gaps are filled. */
  load(bars: readonly Bar[], isUntouched = false): void {
    this.count = 0;
    this.untouched = isUntouched;
    for (const column of this.volumes()) column.clear();
    for (const bar of fillEmptyBars(this.period, bars).slice(-this.capacity)) this.append(bar);
  }

  /** Prepends a source's history, like joinHistory. */
  prepend(history: readonly Bar[]): void {
    const own = this.range(Number.POSITIVE_INFINITY, this.capacity);
    this.load(joinHistory(history, own), this.untouched);
  }

  /** Opens the bar that contains `timeMs`, with empty bars up to it, if there is a bar before it. */
  advance(timeMs: number): void {
    const { current } = this;
    if (current === undefined) return;
    const openMs = periodOpenMs(this.period, timeMs);
    if (openMs <= current.openTimeMs) return;
    const lengthMs = PERIOD_MS[this.period];
    // After a long gap, create only the bars that fit.
    const firstMs = Math.max(current.openTimeMs + lengthMs, openMs - lengthMs * (this.capacity - 1));
    for (let at = firstMs; at <= openMs; at += lengthMs) this.append(emptyBar(at, current.closeE8));
    this.untouched = true;
  }

  /**
   * Applies a change at `timeMs` to its bar, which becomes the current one. If time runs backwards, it goes to the
   * current bar: a closed bar never changes.
   */
  change(timeMs: number, change: BarChange): void {
    this.advance(timeMs);
    const { current } = this;
    if (current === undefined) this.append({ ...change, openTimeMs: periodOpenMs(this.period, timeMs) });
    else
      this.write(
        this.count - 1,
        this.untouched ? { ...change, openTimeMs: current.openTimeMs } : joinBars(current, change),
      );
    this.untouched = false;
  }

  /** Returns up to `size` of the newest bars that open before `endMs`, oldest first. */
  range(endMs: number, size: number): Bar[] {
    const start = this.count - this.length;
    let end = this.count;
    while (end > start && this.openTimeMs.get(end - 1) >= endMs) end--;
    const bars: Bar[] = [];
    for (let i = Math.max(start, end - size); i < end; i++) bars.push(this.at(i));
    return bars;
  }

  private at(index: number): Bar {
    return {
      openTimeMs: this.openTimeMs.get(index),
      openE8: this.openE8.get(index) as PriceE8,
      highE8: this.highE8.get(index) as PriceE8,
      lowE8: this.lowE8.get(index) as PriceE8,
      closeE8: this.closeE8.get(index) as PriceE8,
      volumeE8: this.volumeE8.get(index),
      quoteVolumeE8: this.quoteVolumeE8.get(index),
      labelledVolumeE8: this.labelledVolumeE8.get(index),
      buyVolumeE8: this.buyVolumeE8.get(index),
      buyQuoteVolumeE8: this.buyQuoteVolumeE8.get(index),
      trades: this.trades.get(index),
      firstTradeId: this.firstTradeId.get(index),
      lastTradeId: this.lastTradeId.get(index),
    };
  }

  private append(bar: Bar): void {
    if (this.count === this.capacity + SLACK) this.dropOldest();
    this.write(this.count, bar);
    this.count++;
  }

  private write(index: number, bar: Bar): void {
    this.openTimeMs.set(index, bar.openTimeMs);
    this.openE8.set(index, bar.openE8);
    this.highE8.set(index, bar.highE8);
    this.lowE8.set(index, bar.lowE8);
    this.closeE8.set(index, bar.closeE8);
    this.trades.set(index, bar.trades);
    this.firstTradeId.set(index, bar.firstTradeId);
    this.lastTradeId.set(index, bar.lastTradeId);
    this.volumeE8.set(index, bar.volumeE8);
    this.quoteVolumeE8.set(index, bar.quoteVolumeE8);
    this.labelledVolumeE8.set(index, bar.labelledVolumeE8);
    this.buyVolumeE8.set(index, bar.buyVolumeE8);
    this.buyQuoteVolumeE8.set(index, bar.buyQuoteVolumeE8);
  }

  private dropOldest(): void {
    const prices = [this.openTimeMs, this.openE8, this.highE8, this.lowE8, this.closeE8];
    const trades = [this.trades, this.firstTradeId, this.lastTradeId];
    for (const column of [...prices, ...trades, ...this.volumes()]) column.dropOldest(SLACK);
    this.count = this.capacity;
  }

  private volumes(): readonly VolumeColumn[] {
    const { volumeE8, quoteVolumeE8, labelledVolumeE8, buyVolumeE8, buyQuoteVolumeE8 } = this;
    return [volumeE8, quoteVolumeE8, labelledVolumeE8, buyVolumeE8, buyQuoteVolumeE8];
  }
}
