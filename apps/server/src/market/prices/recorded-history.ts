import { PERIOD_MS, PERIODS, type Period } from "@candor/domain/enumerations";
import { quoteVolumeAt } from "./decimal-e8.ts";
import { type Bar, emptyBar, joinBars, NO_OWN_TRADES } from "./kline-bar.ts";
import { periodOpenMs } from "./kline-fold.ts";
import type { RecordedRow } from "./recorded-row.ts";
import type { RecordedSymbol } from "./recording.ts";
import { readRows } from "./recording-rows.ts";

const MINUTE_MS = PERIOD_MS["1min"];

/** Charts of one symbol before a time. A chart whose period is shorter than the recorded bars is empty. */
export type RecordedCharts = ReadonlyMap<Period, readonly Bar[]>;

/**
 * Reads the files up to a time and returns the last `limit` bars of each period, oldest first, without gaps; the last may
 * be unfinished. A recorded bar that has not ended by then is not part of it. Throws RecordingError and file system errors.
 */
export async function chartsBefore(
  recorded: RecordedSymbol,
  endMs: number,
  limit: number,
): Promise<RecordedCharts> {
  const lengthMs = Math.max(recorded.intervalMs ?? 0, MINUTE_MS);
  const series = PERIODS.filter((period) => PERIOD_MS[period] % lengthMs === 0).map(
    (period) => new NewestBars(period, limit),
  );
  // Trades are folded to minutes first, which all charts are made from.
  let minute: Bar | undefined;
  for await (const row of rowsBefore(recorded, endMs)) {
    const bar = barOf(row, row.timeMs - (row.timeMs % lengthMs));
    if (minute?.openTimeMs === bar.openTimeMs) minute = joinBars(minute, bar);
    else {
      if (minute !== undefined) for (const bars of series) bars.add(minute);
      minute = bar;
    }
  }
  if (minute !== undefined) for (const bars of series) bars.add(minute);
  return new Map(series.map((bars) => [bars.period, bars.until(endMs)]));
}

async function* rowsBefore(
  { files, intervalMs = 0 }: RecordedSymbol,
  endMs: number,
): AsyncGenerator<RecordedRow> {
  for (const file of files)
    for await (const rows of readRows(file))
      for (const row of rows) {
        if (row.timeMs >= endMs || row.timeMs + intervalMs > endMs) return;
        yield row;
      }
}

const barOf = ({ timeMs: _timeMs, volumeE8, ...prices }: RecordedRow, openTimeMs: number): Bar => ({
  openTimeMs,
  ...prices,
  volumeE8,
  quoteVolumeE8: quoteVolumeAt(volumeE8, prices.closeE8),
  ...NO_OWN_TRADES,
});

/** The newest bars of a period, without gaps. */
class NewestBars {
  readonly period: Period;
  private readonly limit: number;
  private bars: Bar[] = [];

  constructor(period: Period, limit: number) {
    this.period = period;
    this.limit = limit;
  }

  add(bar: Bar): void {
    const openTimeMs = periodOpenMs(this.period, bar.openTimeMs);
    const last = this.bars.at(-1);
    if (last?.openTimeMs === openTimeMs) {
      this.bars[this.bars.length - 1] = joinBars(last, bar);
      return;
    }
    this.fill(openTimeMs);
    this.bars.push({ ...bar, openTimeMs });
    if (this.bars.length > 2 * this.limit) this.bars = this.bars.slice(-this.limit);
  }

  /** Returns the bars that open before `endMs`, after periods without rows. */
  until(endMs: number): readonly Bar[] {
    if (this.limit === 0) return [];
    this.fill(periodOpenMs(this.period, endMs - 1) + PERIOD_MS[this.period]);
    return this.bars.slice(-this.limit);
  }

  /** Repeats the last close up to `beforeMs`, exclusive, as far as bars are kept. */
  private fill(beforeMs: number): void {
    const last = this.bars.at(-1);
    if (last === undefined) return;
    const lengthMs = PERIOD_MS[this.period];
    const firstMs = Math.max(last.openTimeMs + lengthMs, beforeMs - this.limit * lengthMs);
    if (firstMs > last.openTimeMs + lengthMs) this.bars = [];
    for (let at = firstMs; at < beforeMs; at += lengthMs) this.bars.push(emptyBar(at, last.closeE8));
  }
}
