import type { PublicTrade } from "./wire-trade.ts";

/** Public trades kept per market. */
export const MAX_RECENT_TRADES = 200;

/** The newest public trades of one market. */
export class RecentTrades {
  private readonly ring: PublicTrade[] = [];
  private next = 0;

  get last(): PublicTrade | undefined {
    return this.ring[(this.next + this.ring.length - 1) % Math.max(this.ring.length, 1)];
  }

  /** Trades arrive in id order; one already known is ignored. */
  add(trade: PublicTrade): void {
    const { last } = this;
    if (last !== undefined && trade.tradeId <= last.tradeId) return;
    if (this.ring.length < MAX_RECENT_TRADES) {
      this.ring.push(trade);
      return;
    }
    this.ring[this.next] = trade;
    this.next = (this.next + 1) % MAX_RECENT_TRADES;
  }

  clear(): void {
    this.ring.length = 0;
    this.next = 0;
  }

  /** Returns at most `limit` trades, newest first. */
  newest(limit: number): PublicTrade[] {
    const count = Math.min(limit, this.ring.length);
    const size = this.ring.length;
    return Array.from(
      { length: count },
      (_, back) => this.ring[(this.next + size - 1 - back) % size] as PublicTrade,
    );
  }

  /** Returns the trades after journal sequence number `seq`, newest first. */
  since(seq: number): PublicTrade[] {
    const all = this.newest(MAX_RECENT_TRADES);
    const end = all.findIndex((trade) => trade.seq <= seq);
    return end < 0 ? all : all.slice(0, end);
  }
}
