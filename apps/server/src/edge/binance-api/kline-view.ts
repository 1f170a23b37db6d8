import type { ListedMarket } from "../../market/market-data/listings.ts";
import { type BarSpan, closeTimeMs } from "../../market/prices/bar-span.ts";
import type { Bar } from "../../market/prices/kline-bar.ts";

/** Returns a trade's id in Binance's format, which has −1 for none. */
export const tradeIdOf = (tradeId: number | undefined): number =>
  tradeId === undefined || tradeId === 0 ? -1 : tradeId;

/** Returns a bar in Binance's format. Taker buy volumes count this exchange's trades only. */
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
    format.chartQuantity(bar.buyVolumeE8),
    format.chartQuoteAmount(bar.buyQuoteVolumeE8),
    "0",
  ];
}
