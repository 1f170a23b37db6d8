import type { PriceE8 } from "@candor/money/brand";

/**
 * What a trade, or several at one moment, do to a bar. Prices are in 1e-8 of the quote coin. Volumes are in 1e-8 of the
 * base coin and of the quote coin: no asset has more than eight decimals, so this is exact for all of them; they are
 * bigint because a week of a cheap coin exceeds 2^53.
 */
export interface BarChange {
  readonly openE8: PriceE8;
  readonly highE8: PriceE8;
  readonly lowE8: PriceE8;
  readonly closeE8: PriceE8;
  readonly volumeE8: bigint;
  readonly quoteVolumeE8: bigint;
  /** Part of `volumeE8` with a labelled maker or taker. */
  readonly labelledVolumeE8: bigint;
  /**
   * Trades made on this exchange. 0 with a volume above zero: the bar is a price source's history from before this
   * market had trades of its own, and so is its volume.
   */
  readonly trades: number;
}

/** One bar of a chart. */
export interface Bar extends BarChange {
  /** Start of the period; weeks start on Monday, UTC. The bar's key. */
  readonly openTimeMs: number;
}

/** A price without a trade behind it, as the index's bars are made of. */
export function priceChange(priceE8: PriceE8): BarChange {
  return {
    openE8: priceE8,
    highE8: priceE8,
    lowE8: priceE8,
    closeE8: priceE8,
    volumeE8: 0n,
    quoteVolumeE8: 0n,
    labelledVolumeE8: 0n,
    trades: 0,
  };
}

/** A bar in which nothing happened: the previous close four times, at zero volume. */
export function emptyBar(openTimeMs: number, previousCloseE8: PriceE8): Bar {
  return { openTimeMs, ...priceChange(previousCloseE8) };
}

/** `earlier` with what came after it in the same period. */
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
    trades: earlier.trades + later.trades,
  };
}
