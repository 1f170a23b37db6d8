import { SECOND_PERIOD_MS, type SecondPeriod } from "@candor/domain/enumerations";
import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { SECOND_MS, type SecondBar } from "../../../market/market-data/second-bars.ts";
import { SecondCollector } from "../../../market/market-data/second-collector.ts";
import { toWireSecond } from "../../../market/wire-objects/bar.ts";
import type { Channel } from "../channel.ts";
import { ServerMessage } from "../server-message.ts";
import { paceTicksOf } from "../socket-limits.ts";

/**
 * `kline.<market>.<symbol>.1sec` and longer ones: each bar when it has ended, also without trades. Bars of several
 * seconds also come while they change.
 */
export class SecondChannel implements Channel {
  readonly name: string;
  readonly paceTicks = paceTicksOf("kline");
  private readonly market: MirroredMarket;
  private readonly period: SecondPeriod;
  private readonly mirror: MarketDataMirror;
  private readonly seconds: SecondCollector;
  /** The open bar as last sent: its start and trades. */
  private sent = "";

  constructor(name: string, market: MirroredMarket, period: SecondPeriod, mirror: MarketDataMirror) {
    this.name = name;
    this.market = market;
    this.period = period;
    this.mirror = mirror;
    this.seconds = new SecondCollector(market, SECOND_PERIOD_MS[period]);
  }

  start(): void {
    this.seconds.start();
  }

  stop(): void {
    this.seconds.stop();
    this.sent = "";
  }

  /** Ended bars come with the call; what a throttled connection missed is a gap that it fills in the same way. */
  current(): readonly ServerMessage[] {
    const open = this.openBar();
    return open === undefined ? [] : [this.message(open, false)];
  }

  collect(nowMs: number): readonly ServerMessage[] {
    const messages = this.seconds.collect(nowMs).map((bar) => this.message(bar, true));
    const open = this.openBar();
    const state = `${open?.openTimeMs} ${open?.trades}`;
    if (open === undefined || state === this.sent) return messages;
    this.sent = state;
    return [...messages, this.message(open, false)];
  }

  private openBar(): SecondBar | undefined {
    return SECOND_PERIOD_MS[this.period] > SECOND_MS ? this.seconds.open() : undefined;
  }

  private message(bar: SecondBar, closed: boolean): ServerMessage {
    const { listed } = this.market;
    return new ServerMessage(this.period, {
      channel: this.name,
      symbol: listed.spec.symbol,
      market: listed.kind,
      period: this.period,
      closed,
      asOfSeq: this.mirror.asOfSeq,
      ...toWireSecond(bar, listed),
    });
  }
}
