import type { MirroredMarket } from "./market-data-mirror.ts";
import { SECOND_MS, type SecondBar, secondBars } from "./second-bars.ts";
import type { PublicTrade } from "./wire-trade.ts";

/** Collects a market's trades while it is started, and makes a bar of every second that has ended. */
export class SecondCollector {
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
    this.market.tradeListeners.add(this.received);
  }

  stop(): void {
    this.market.tradeListeners.delete(this.received);
    this.made = [];
  }

  /** Returns the bars that ended since the last call, also without trades; the price is then the last one. */
  collect(nowMs: number): readonly SecondBar[] {
    const untilMs = Math.floor(nowMs / SECOND_MS) * SECOND_MS;
    const sinceMs = this.openMs === 0 ? untilMs - SECOND_MS : this.openMs;
    // Within the same second, trades that came late wait for the next bar.
    if (untilMs <= sinceMs) return [];
    this.openMs = untilMs;
    const isEnded = ({ timeMs }: PublicTrade): boolean => timeMs < untilMs;
    // Trades that became final too late for their own second count toward the next one.
    const ended = this.made
      .filter(isEnded)
      .map((trade) => ({ ...trade, timeMs: Math.max(trade.timeMs, sinceMs) }));
    this.made = this.made.filter((trade) => !isEnded(trade));
    const bars = secondBars(ended, { sinceMs, untilMs, lastTicks: this.lastTicks }, this.market.listed);
    this.lastTicks = ended.at(-1)?.priceTicks ?? this.lastTicks;
    return bars;
  }

  private readonly received = (trade: PublicTrade): void => {
    this.made.push(trade);
  };
}
