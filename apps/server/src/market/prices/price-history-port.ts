import type { Period } from "@candor/domain/enumerations";
import type { Bar } from "./kline-bar.ts";

/** The part of the kline store that market data may use. */
export interface PriceHistory {
  /** Returns the rolling 24 hours up to now, or `undefined` while there is no data. */
  dayStatistics(marketId: number): DayStatistics | undefined;
  /** Returns the newest bars of last prices, oldest first, at most `count`; the last one may be unfinished. */
  lastBars(marketId: number, period: Period, count: number): readonly Bar[];
}

/** Units as in Bar: 1e-8 of the quote coin for prices, 1e-8 of the coin for volumes. */
export interface DayStatistics {
  /** Price 24 hours ago, or the first one since. */
  readonly openE8: number;
  readonly highE8: number;
  readonly lowE8: number;
  readonly closeE8: number;
  readonly volumeE8: bigint;
  readonly quoteVolumeE8: bigint;
  /** Part of volumeE8 with a labeled maker or taker. */
  readonly labelledVolumeE8: bigint;
  /** Trades on this exchange. */
  readonly trades: number;
  /** 0 if there are no trades, like the last one. */
  readonly firstTradeId: number;
  readonly lastTradeId: number;
}
