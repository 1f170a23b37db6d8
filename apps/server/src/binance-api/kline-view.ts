import { PERIOD_MS, type Period } from "@candor/protocol/enumerations";
import type { ListedMarket } from "../market-data/listings.ts";
import type { Bar } from "../prices/kline-bar.ts";

/** Intervals as Binance names them; there are no others here. */
export const INTERVALS = {
  "1m": "1min",
  "5m": "5min",
  "15m": "15min",
  "30m": "30min",
  "1h": "60min",
  "4h": "4hour",
  "1d": "1day",
  "1w": "1week",
} as const satisfies Readonly<Record<string, Period>>;
export type Interval = keyof typeof INTERVALS;

export const isInterval = (text: string): text is Interval => Object.hasOwn(INTERVALS, text);

export const closeTimeMs = (openTimeMs: number, period: Period): number => openTimeMs + PERIOD_MS[period] - 1;

/** A bar as Binance writes it. What takers bought of it is not kept, and stands as nought. */
export function klineRow(bar: Bar, period: Period, { format }: ListedMarket) {
  return [
    bar.openTimeMs,
    format.chartPrice(bar.openE8),
    format.chartPrice(bar.highE8),
    format.chartPrice(bar.lowE8),
    format.chartPrice(bar.closeE8),
    format.chartQuantity(bar.volumeE8),
    closeTimeMs(bar.openTimeMs, period),
    format.chartQuoteAmount(bar.quoteVolumeE8),
    bar.trades,
    "0",
    "0",
    "0",
  ];
}
