import type { Period } from "@candor/domain/enumerations";
import type { Bar } from "@candor/server/market/prices/kline-bar";
import type {
  HistoryRange,
  KlinePersistence,
  SeriesKey,
  SeriesRange,
} from "@candor/server/market/prices/kline-persistence";

/** Stores bars like the read models: own bars set by the test, history as saved. */
export class MemoryPersistence implements KlinePersistence {
  readonly own = new Map<string, readonly Bar[]>();
  readonly history = new Map<string, readonly Bar[]>();
  saves = 0;

  putOwn(key: SeriesKey, bars: readonly Bar[]): void {
    this.own.set(`${key.marketId} ${key.price} ${key.period}`, bars);
  }

  loadOwn(ranges: readonly SeriesRange[], limit: number): Promise<readonly (readonly Bar[])[]> {
    return Promise.resolve(
      ranges.map((range) =>
        newest(this.own.get(`${range.marketId} ${range.price} ${range.period}`), range.endMs, limit),
      ),
    );
  }

  loadHistory(ranges: readonly HistoryRange[], limit: number): Promise<readonly (readonly Bar[])[]> {
    return Promise.resolve(
      ranges.map(({ symbol, period, endMs }) =>
        newest(this.history.get(`${symbol} ${period}`), endMs, limit),
      ),
    );
  }

  saveHistory(_source: string, symbol: string, period: Period, bars: readonly Bar[]): Promise<void> {
    this.saves++;
    this.history.set(`${symbol} ${period}`, bars);
    return Promise.resolve();
  }
}

function newest(bars: readonly Bar[] = [], endMs: number, limit: number): readonly Bar[] {
  return bars.filter((bar) => bar.openTimeMs < endMs).slice(-limit);
}
