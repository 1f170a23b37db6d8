import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { type BarSpan, barsOf, closeTimeMs } from "../../../market/prices/bar-span.ts";
import type { Bar } from "../../../market/prices/kline-bar.ts";
import type { PriceHistory } from "../../../market/prices/price-history-port.ts";
import { type Interval, spanOf } from "../kline-intervals.ts";
import { tradeIdOf } from "../kline-view.ts";
import type { MarketStream } from "./market-stream.ts";

/** Bars read each time: the open one, and those that may have closed while the process was busy. */
const BARS = 3;
const PACE_TICKS = 5;

/** Sends the open bar when it changes, and each bar once more when it closes. */
export class KlineStream implements MarketStream {
  readonly paceTicks = PACE_TICKS;
  private readonly market: MirroredMarket;
  private readonly interval: Interval;
  private readonly span: BarSpan;
  private readonly history: PriceHistory;
  /** The open bar as last sent. */
  private said: { readonly openTimeMs: number; readonly json: string } | undefined;

  /** @param offsetMs of the time zone in which bars open, from UTC */
  constructor(market: MirroredMarket, interval: Interval, history: PriceHistory, offsetMs = 0) {
    this.market = market;
    this.interval = interval;
    this.span = spanOf(interval, offsetMs);
    this.history = history;
  }

  start(): void {
    this.said = undefined;
  }

  stop(): void {
    this.said = undefined;
  }

  collect(nowMs: number): readonly object[] {
    const { period, parts } = this.span;
    const pieces = this.history.lastBars(this.market.listed.marketId, period, BARS * parts);
    const bars = barsOf(this.span, pieces).slice(-BARS);
    const open = bars.at(-1);
    if (open === undefined) return [];
    const { said } = this;
    const event = (bar: Bar, isClosed: boolean) => ({
      e: "kline",
      E: nowMs,
      s: this.market.listed.spec.symbol,
      k: this.view(bar, isClosed),
    });
    const closed = bars.filter(
      ({ openTimeMs }) => said !== undefined && openTimeMs >= said.openTimeMs && openTimeMs < open.openTimeMs,
    );
    const json = JSON.stringify(this.view(open, false));
    this.said = { openTimeMs: open.openTimeMs, json };
    const events = closed.map((bar) => event(bar, true));
    return json === said?.json ? events : [...events, event(open, false)];
  }

  private view(bar: Bar, isClosed: boolean) {
    const { format, spec } = this.market.listed;
    return {
      t: bar.openTimeMs,
      T: closeTimeMs(bar.openTimeMs, this.span),
      s: spec.symbol,
      i: this.interval,
      f: tradeIdOf(bar.firstTradeId),
      L: tradeIdOf(bar.lastTradeId),
      o: format.chartPrice(bar.openE8),
      c: format.chartPrice(bar.closeE8),
      h: format.chartPrice(bar.highE8),
      l: format.chartPrice(bar.lowE8),
      v: format.chartQuantity(bar.volumeE8),
      n: bar.trades,
      x: isClosed,
      q: format.chartQuoteAmount(bar.quoteVolumeE8),
      V: format.chartQuantity(bar.buyVolumeE8),
      Q: format.chartQuoteAmount(bar.buyQuoteVolumeE8),
      B: "0",
    };
  }
}
