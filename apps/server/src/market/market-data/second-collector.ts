import type { MirroredMarket } from "./market-data-mirror.ts";
import { MAX_RECENT_TRADES } from "./recent-trades.ts";
import { SECOND_MS, type SecondBar, secondBars } from "./second-bars.ts";
import type { PublicTrade } from "./wire-trade.ts";

/** Collects a market's trades while it is started, and makes bars of one or several seconds from them. */
export class SecondCollector {
  private readonly market: MirroredMarket;
  private readonly lengthMs: number;
  private made: PublicTrade[] = [];
  private openMs = 0;
  private lastTicks = 0;
  /** All trades since this moment are known; bars that open earlier are left out. */
  private knownSinceMs = 0;

  constructor(market: MirroredMarket, lengthMs = SECOND_MS) {
    this.market = market;
    this.lengthMs = lengthMs;
  }

  start(): void {
    const { trades, lastTicks, tradeListeners } = this.market;
    // The bar that is open now has trades from before the start.
    this.made = trades.newest(MAX_RECENT_TRADES).reverse();
    const [oldest] = this.made;
    this.knownSinceMs = this.made.length < MAX_RECENT_TRADES ? 0 : (oldest?.timeMs ?? 0) + 1;
    this.lastTicks = oldest === undefined ? lastTicks : 0;
    this.openMs = 0;
    tradeListeners.add(this.received);
  }

  stop(): void {
    this.market.tradeListeners.delete(this.received);
    this.made = [];
  }

  /** Returns the bars that ended since the last call, also without trades; the price is then the last one. */
  collect(nowMs: number): readonly SecondBar[] {
    const untilMs = Math.floor(nowMs / this.lengthMs) * this.lengthMs;
    if (this.openMs === 0) this.begin(untilMs - this.lengthMs);
    // Within the same bar, trades that came late wait for the next one.
    if (untilMs <= this.openMs) return [];
    const bars = this.barsUntil(untilMs);
    this.take(untilMs);
    this.openMs = untilMs;
    return bars;
  }

  /** Returns the bar that has not ended, with the trades so far; undefined before the first `collect` or price. */
  open(): SecondBar | undefined {
    return this.openMs === 0 ? undefined : this.barsUntil(this.openMs + this.lengthMs)[0];
  }

  private begin(sinceMs: number): void {
    this.openMs = sinceMs;
    this.take(sinceMs);
  }

  /** Removes the trades before a moment, and remembers their last price. */
  private take(untilMs: number): void {
    const at = this.made.findIndex(({ timeMs }) => timeMs >= untilMs);
    const taken = this.made.splice(0, at < 0 ? this.made.length : at);
    this.lastTicks = taken.at(-1)?.priceTicks ?? this.lastTicks;
  }

  private barsUntil(untilMs: number): readonly SecondBar[] {
    const { openMs: sinceMs, lengthMs, lastTicks } = this;
    // Trades that became final too late for their own bar count toward the next one.
    const trades = this.made.map((trade) => ({ ...trade, timeMs: Math.max(trade.timeMs, sinceMs) }));
    return secondBars(trades, { sinceMs, untilMs, lengthMs, lastTicks }, this.market.listed).filter(
      ({ openTimeMs }) => openTimeMs >= this.knownSinceMs,
    );
  }

  private readonly received = (trade: PublicTrade): void => {
    this.made.push(trade);
  };
}
