import type { Period, Side } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import type { Bar } from "@candor/server/market/prices/kline-bar";
import { foldBars } from "@candor/server/market/prices/kline-fold";

// Reference implementation of the rules in their simplest form. Tests compare charts and read models, which process
// trades as they come, to it.

/** One trade as used by charts. */
export interface ChartTrade {
  readonly timeMs: number;
  readonly priceE8: PriceE8;
  /** In 1e-8 of the base coin. */
  readonly volumeE8: bigint;
  /** In 1e-8 of the quote coin. */
  readonly quoteVolumeE8: bigint;
  readonly labelled: boolean;
  readonly takerSide: Side;
  readonly tradeId: number;
}

/**
 * Folds trades, oldest first, into the bars of a period: open is the first trade, an empty period repeats the previous
 * close at zero volume, and there are no bars before the first trade.
 */
export function foldTrades(period: Period, trades: readonly ChartTrade[]): Bar[] {
  return foldBars(
    period,
    trades.map((trade) => ({
      openTimeMs: trade.timeMs,
      openE8: trade.priceE8,
      highE8: trade.priceE8,
      lowE8: trade.priceE8,
      closeE8: trade.priceE8,
      volumeE8: trade.volumeE8,
      quoteVolumeE8: trade.quoteVolumeE8,
      labelledVolumeE8: trade.labelled ? trade.volumeE8 : 0n,
      buyVolumeE8: trade.takerSide === "buy" ? trade.volumeE8 : 0n,
      buyQuoteVolumeE8: trade.takerSide === "buy" ? trade.quoteVolumeE8 : 0n,
      trades: 1,
      firstTradeId: trade.tradeId,
      lastTradeId: trade.tradeId,
    })),
  );
}
