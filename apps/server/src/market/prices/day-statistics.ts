import type { PriceE8 } from "@candor/money/brand";
import type { Bar } from "./kline-bar.ts";
import type { KlineSeries } from "./kline-series.ts";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;

/** A market's last 24 hours for a ticker. Volumes in 1e-8 of the coin. */
export interface DayStatistics {
  /** Price 24 hours ago, or the oldest one available. */
  readonly openE8: PriceE8;
  readonly highE8: PriceE8;
  readonly lowE8: PriceE8;
  readonly closeE8: PriceE8;
  /** Volume traded on this exchange; a price source's volume is never counted as ours. */
  readonly volumeE8: bigint;
  readonly quoteVolumeE8: bigint;
  /** Part of `volumeE8` with a labeled maker or taker. */
  readonly labelledVolumeE8: bigint;
  readonly trades: number;
  /** 0 if there are no trades, like the last one. */
  readonly firstTradeId: number;
  readonly lastTradeId: number;
}

/**
 * The rolling day of one market from its minute bars: the current minute and the 1,439 before it. Finished minutes are
 * summed once a minute.
 */
export class RollingDay {
  private readonly minutes: KlineSeries;
  private finished: DayStatistics | undefined;
  private finishedFor: number | undefined;

  constructor(minutes: KlineSeries) {
    this.minutes = minutes;
  }

  /** Call after older bars were added: the sums are then recomputed. */
  forget(): void {
    this.finishedFor = undefined;
  }

  /** Returns `undefined` while there is no data. */
  statistics(): DayStatistics | undefined {
    const { current } = this.minutes;
    if (current === undefined) return undefined;
    if (this.finishedFor !== current.openTimeMs) {
      const sinceMs = current.openTimeMs - (DAY_MINUTES - 1) * MINUTE_MS;
      const bars = this.minutes.range(current.openTimeMs, DAY_MINUTES - 1);
      this.finished = statisticsOf(bars.filter((bar) => bar.openTimeMs >= sinceMs));
      this.finishedFor = current.openTimeMs;
    }
    return withBar(this.finished, current);
  }
}

/** Sums consecutive bars, oldest first; `undefined` if there are none. */
export function statisticsOf(bars: readonly Bar[]): DayStatistics | undefined {
  return bars.reduce<DayStatistics | undefined>(withBar, undefined);
}

/** Adds the next bar to a sum. */
export function withBar(sum: DayStatistics | undefined, bar: Bar): DayStatistics {
  const traded = bar.trades > 0;
  return {
    openE8: sum?.openE8 ?? bar.openE8,
    highE8: sum === undefined || bar.highE8 > sum.highE8 ? bar.highE8 : sum.highE8,
    lowE8: sum === undefined || bar.lowE8 < sum.lowE8 ? bar.lowE8 : sum.lowE8,
    closeE8: bar.closeE8,
    volumeE8: (sum?.volumeE8 ?? 0n) + (traded ? bar.volumeE8 : 0n),
    quoteVolumeE8: (sum?.quoteVolumeE8 ?? 0n) + (traded ? bar.quoteVolumeE8 : 0n),
    labelledVolumeE8: (sum?.labelledVolumeE8 ?? 0n) + (traded ? bar.labelledVolumeE8 : 0n),
    trades: (sum?.trades ?? 0) + bar.trades,
    firstTradeId: sum === undefined || sum.firstTradeId === 0 ? bar.firstTradeId : sum.firstTradeId,
    lastTradeId: bar.lastTradeId === 0 ? (sum?.lastTradeId ?? 0) : bar.lastTradeId,
  };
}
