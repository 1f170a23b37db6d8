import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { SecondBar } from "../../../market/market-data/second-bars.ts";
import { SecondCollector } from "../../../market/market-data/second-collector.ts";
import { fieldsOfSecond } from "../second-view.ts";
import type { MarketStream } from "./market-stream.ts";

/** In ticks of 50 ms. */
const SECOND_TICKS = 20;

/** Sends a bar of one second when it has ended, also without trades; the price is then the last one. */
export class SecondStream implements MarketStream {
  readonly paceTicks = SECOND_TICKS;
  private readonly market: MirroredMarket;
  private readonly seconds: SecondCollector;

  constructor(market: MirroredMarket) {
    this.market = market;
    this.seconds = new SecondCollector(market);
  }

  start(): void {
    this.seconds.start();
  }

  stop(): void {
    this.seconds.stop();
  }

  collect(nowMs: number): readonly object[] {
    return this.seconds.collect(nowMs).map((bar) => this.event(bar, nowMs));
  }

  private event(bar: SecondBar, nowMs: number): object {
    const { symbol } = this.market.listed.spec;
    return {
      e: "kline",
      E: nowMs,
      s: symbol,
      k: { ...fieldsOfSecond(bar, this.market.listed), s: symbol, i: "1s", x: true },
    };
  }
}
