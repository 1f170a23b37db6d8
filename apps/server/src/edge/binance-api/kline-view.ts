import type { ListedMarket } from "../../market/market-data/listings.ts";
import { type BarSpan, closeTimeMs } from "../../market/prices/bar-span.ts";
import type { Bar } from "../../market/prices/kline-bar.ts";

/** Returns a bar in Binance's format. Taker buy volume is not stored and shown as zero. */
export function klineRow(bar: Bar, span: BarSpan, { format }: ListedMarket) {
  return [
    bar.openTimeMs,
    format.chartPrice(bar.openE8),
    format.chartPrice(bar.highE8),
    format.chartPrice(bar.lowE8),
    format.chartPrice(bar.closeE8),
    format.chartQuantity(bar.volumeE8),
    closeTimeMs(bar.openTimeMs, span),
    format.chartQuoteAmount(bar.quoteVolumeE8),
    bar.trades,
    "0",
    "0",
    "0",
  ];
}
