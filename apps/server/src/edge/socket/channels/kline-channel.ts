import type { ChartPeriod, SecondPeriod } from "@candor/domain/enumerations";
import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { type BarSpan, barsOf, spanOfPeriod } from "../../../market/prices/bar-span.ts";
import type { Bar } from "../../../market/prices/kline-bar.ts";
import type { PriceHistory } from "../../../market/prices/price-history-port.ts";
import { toWireBar } from "../../../market/wire-objects/bar.ts";
import type { Channel } from "../channel.ts";
import { ServerMessage } from "../server-message.ts";
import { paceTicksOf } from "../socket-limits.ts";

/** Bars checked each time: the open one and those that may have closed since the last check in a busy process. */
const BARS = 3;

/** `kline.<market>.<symbol>.<period>`: the open bar while it changes, and each bar once more when it closes. */
export class KlineChannel implements Channel {
  readonly name: string;
  readonly paceTicks = paceTicksOf("kline");
  private readonly market: MirroredMarket;
  private readonly period: ChartPeriod;
  private readonly span: BarSpan;
  private readonly history: PriceHistory;
  private readonly mirror: MarketDataMirror;
  /** The open bar as last sent, and its JSON. */
  private sentOpenMs = 0;
  private sent = "";

  constructor(
    name: string,
    market: MirroredMarket,
    period: Exclude<ChartPeriod, SecondPeriod>,
    history: PriceHistory,
    mirror: MarketDataMirror,
  ) {
    this.name = name;
    this.market = market;
    this.period = period;
    this.span = spanOfPeriod(period);
    this.history = history;
    this.mirror = mirror;
  }

  start(): void {
    const open = this.bars().at(-1);
    if (open !== undefined) this.remember(open);
  }

  stop(): void {
    this.sentOpenMs = 0;
    this.sent = "";
  }

  current(_nowMs: number, missedSinceSeq: number | undefined): readonly ServerMessage[] {
    const bars = this.bars();
    const open = bars.at(-1);
    if (open === undefined) return [];
    if (missedSinceSeq === undefined) return [this.message(open, false)];
    return bars.map((bar) => this.message(bar, bar !== open));
  }

  collect(): readonly ServerMessage[] {
    const bars = this.bars();
    const open = bars.at(-1);
    if (open === undefined) return [];
    const closed = this.sentOpenMs === 0 ? [] : bars.filter((bar) => this.closedMeanwhile(bar, open));
    const messages = closed.map((bar) => this.message(bar, true));
    if (this.remember(open)) messages.push(this.message(open, false));
    return messages;
  }

  private closedMeanwhile(bar: Bar, open: Bar): boolean {
    return bar.openTimeMs >= this.sentOpenMs && bar.openTimeMs < open.openTimeMs;
  }

  private bars(): readonly Bar[] {
    const { period, parts } = this.span;
    const pieces = this.history.lastBars(this.market.listed.marketId, period, BARS * parts);
    return barsOf(this.span, pieces).slice(-BARS);
  }

  private remember(open: Bar): boolean {
    const bar = JSON.stringify(toWireBar(open, this.market.listed));
    this.sentOpenMs = open.openTimeMs;
    if (bar === this.sent) return false;
    this.sent = bar;
    return true;
  }

  private message(bar: Bar, closed: boolean): ServerMessage {
    return new ServerMessage(this.period, {
      channel: this.name,
      symbol: this.market.listed.spec.symbol,
      market: this.market.listed.kind,
      period: this.period,
      closed,
      asOfSeq: this.mirror.asOfSeq,
      ...toWireBar(bar, this.market.listed),
    });
  }
}
