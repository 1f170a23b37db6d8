import type { WireBar } from "@candor/wire/objects";
import type { ListedMarket } from "../market-data/listings.ts";
import type { SecondBar } from "../market-data/second-bars.ts";
import type { Bar } from "../prices/kline-bar.ts";

/** Formats a bar of a chart, with the market's fixed decimals. */
export function toWireBar(bar: Bar, market: ListedMarket): WireBar {
  const { format } = market;
  return {
    openTimeMs: bar.openTimeMs,
    open: format.chartPrice(bar.openE8),
    high: format.chartPrice(bar.highE8),
    low: format.chartPrice(bar.lowE8),
    close: format.chartPrice(bar.closeE8),
    volume: format.chartQuantity(bar.volumeE8),
    quoteVolume: format.chartQuoteAmount(bar.quoteVolumeE8),
    trades: bar.trades,
  };
}

/** Formats a bar of a second, with the market's fixed decimals. */
export function toWireSecond(bar: SecondBar, { format }: ListedMarket): WireBar {
  return {
    openTimeMs: bar.openTimeMs,
    open: format.price(bar.openTicks),
    high: format.price(bar.highTicks),
    low: format.price(bar.lowTicks),
    close: format.price(bar.closeTicks),
    volume: format.quantity(bar.lots),
    quoteVolume: format.quoteAmount(bar.quoteUnits),
    trades: bar.trades,
  };
}
