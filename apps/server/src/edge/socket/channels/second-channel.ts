import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { SecondCollector } from "../../../market/market-data/second-collector.ts";
import { toWireSecond } from "../../../market/wire-objects/bar.ts";
import type { Channel } from "../channel.ts";
import { ServerMessage } from "../server-message.ts";
import { paceTicksOf } from "../socket-limits.ts";

/** `kline.<market>.<symbol>.1sec`: each second when it has ended, also without trades. */
export class SecondChannel implements Channel {
  readonly name: string;
  readonly paceTicks = paceTicksOf("kline");
  private readonly market: MirroredMarket;
  private readonly mirror: MarketDataMirror;
  private readonly seconds: SecondCollector;

  constructor(name: string, market: MirroredMarket, mirror: MarketDataMirror) {
    this.name = name;
    this.market = market;
    this.mirror = mirror;
    this.seconds = new SecondCollector(market);
  }

  start(): void {
    this.seconds.start();
  }

  stop(): void {
    this.seconds.stop();
  }

  /** Past seconds come with the call; what a throttled connection missed is a gap that it fills in the same way. */
  current(): readonly ServerMessage[] {
    return [];
  }

  collect(nowMs: number): readonly ServerMessage[] {
    const { listed } = this.market;
    return this.seconds.collect(nowMs).map(
      (bar) =>
        new ServerMessage("1sec", {
          channel: this.name,
          symbol: listed.spec.symbol,
          market: listed.kind,
          period: "1sec",
          closed: true,
          asOfSeq: this.mirror.asOfSeq,
          ...toWireSecond(bar, listed),
        }),
    );
  }
}
