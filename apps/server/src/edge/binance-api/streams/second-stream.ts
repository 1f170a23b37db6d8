import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { PublicTrade } from "../../../market/market-data/wire-trade.ts";
import { fieldsOfSecond, type SecondBar, secondBars } from "../second-bars.ts";
import type { MarketStream } from "./market-stream.ts";

const SECOND_MS = 1_000;
/** In ticks of 50 ms. */
const SECOND_TICKS = 20;

/** Sends a bar of one second when it has ended, also without trades; the price is then the last one. */
export class SecondStream implements MarketStream {
  readonly paceTicks = SECOND_TICKS;
  private readonly market: MirroredMarket;
  private made: PublicTrade[] = [];
  private openMs = 0;
  private lastTicks = 0;

  constructor(market: MirroredMarket) {
    this.market = market;
  }

  start(): void {
    this.made = [];
    this.openMs = 0;
    this.lastTicks = this.market.lastTicks;
    this.market.tradeListeners.add(this.heard);
  }

  stop(): void {
    this.market.tradeListeners.delete(this.heard);
    this.made = [];
  }

  collect(nowMs: number): readonly object[] {
    const untilMs = Math.floor(nowMs / SECOND_MS) * SECOND_MS;
    const sinceMs = this.openMs === 0 ? untilMs - SECOND_MS : this.openMs;
    this.openMs = untilMs;
    const isEnded = ({ timeMs }: PublicTrade): boolean => timeMs < untilMs;
    // Trades that became final too late for their own second count toward the next one.
    const ended = this.made
      .filter(isEnded)
      .map((trade) => ({ ...trade, timeMs: Math.max(trade.timeMs, sinceMs) }));
    this.made = this.made.filter((trade) => !isEnded(trade));
    const bars = secondBars(ended, { sinceMs, untilMs, lastTicks: this.lastTicks }, this.market.listed);
    this.lastTicks = ended.at(-1)?.priceTicks ?? this.lastTicks;
    return bars.map((bar) => this.event(bar, nowMs));
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

  private readonly heard = (trade: PublicTrade): void => {
    this.made.push(trade);
  };
}
