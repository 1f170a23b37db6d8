import type { PriceE8 } from "@candor/money/brand";

/**
 * The effect of one or more simultaneous trades on a bar. Prices are in 1e-8 of the quote coin. Volumes are in 1e-8 of
 * the base coin and of the quote coin. No asset has more than eight decimals, so this is always exact. They are bigint
 * because a week of a cheap coin exceeds 2^53.
 */
export interface BarChange extends OwnTrades {
  readonly openE8: PriceE8;
  readonly highE8: PriceE8;
  readonly lowE8: PriceE8;
  readonly closeE8: PriceE8;
  readonly volumeE8: bigint;
  readonly quoteVolumeE8: bigint;
}

/** What is known only of trades on this exchange. Volumes are in the units of a bar. */
export interface OwnTrades {
  /** Part of the bar's volume with a labeled maker or taker. */
  readonly labelledVolumeE8: bigint;
  /** Part of the bar's volumes whose taker bought. */
  readonly buyVolumeE8: bigint;
  readonly buyQuoteVolumeE8: bigint;
  /**
   * Trades on this exchange. 0 with a positive volume means that the bar, including its volume, is a price source's
   * history from before this market had its own trades.
   */
  readonly trades: number;
  /** 0 if there are no trades, like the last one. */
  readonly firstTradeId: number;
  readonly lastTradeId: number;
}

/** Of bars from a price source, and of prices without a trade. */
export const NO_OWN_TRADES: OwnTrades = {
  labelledVolumeE8: 0n,
  buyVolumeE8: 0n,
  buyQuoteVolumeE8: 0n,
  trades: 0,
  firstTradeId: 0,
  lastTradeId: 0,
};

/** One bar of a chart. */
export interface Bar extends BarChange {
  /** Start of the period, used as the bar's key; weeks start on Monday, UTC. */
  readonly openTimeMs: number;
}

/** Returns the change for a price without a trade; bars of an index consist of these. */
export function priceChange(priceE8: PriceE8): BarChange {
  return {
    openE8: priceE8,
    highE8: priceE8,
    lowE8: priceE8,
    closeE8: priceE8,
    volumeE8: 0n,
    quoteVolumeE8: 0n,
    ...NO_OWN_TRADES,
  };
}

/** Returns an empty bar: the previous close as all four prices, at zero volume. */
export function emptyBar(openTimeMs: number, previousCloseE8: PriceE8): Bar {
  return { openTimeMs, ...priceChange(previousCloseE8) };
}

/** Merges `earlier` with a later change in the same period. */
export function joinBars(earlier: Bar, later: BarChange): Bar {
  return {
    openTimeMs: earlier.openTimeMs,
    openE8: earlier.openE8,
    highE8: later.highE8 > earlier.highE8 ? later.highE8 : earlier.highE8,
    lowE8: later.lowE8 < earlier.lowE8 ? later.lowE8 : earlier.lowE8,
    closeE8: later.closeE8,
    volumeE8: earlier.volumeE8 + later.volumeE8,
    quoteVolumeE8: earlier.quoteVolumeE8 + later.quoteVolumeE8,
    labelledVolumeE8: earlier.labelledVolumeE8 + later.labelledVolumeE8,
    buyVolumeE8: earlier.buyVolumeE8 + later.buyVolumeE8,
    buyQuoteVolumeE8: earlier.buyQuoteVolumeE8 + later.buyQuoteVolumeE8,
    trades: earlier.trades + later.trades,
    firstTradeId: earlier.firstTradeId === 0 ? later.firstTradeId : earlier.firstTradeId,
    lastTradeId: later.lastTradeId === 0 ? earlier.lastTradeId : later.lastTradeId,
  };
}
