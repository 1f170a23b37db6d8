import type { Side } from "@candor/domain/enumerations";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { MarketStream } from "./market-stream.ts";

/**
 * Changes of a book. Update ids are journal sequence numbers: `u` is the last command that changed the book, and `U`
 * follows the previous `u`. The events therefore cover all numbers without gaps and join on the `lastUpdateId` of any
 * `/depth` (Binance, "How to manage a local order book correctly").
 */
export class DepthStream implements MarketStream {
  readonly paceTicks: number;
  private readonly market: MirroredMarket;
  private readonly bids = new Map<number, number>();
  private readonly asks = new Map<number, number>();
  private lastUpdateId = 0;

  constructor(market: MirroredMarket, paceTicks: number) {
    this.market = market;
    this.paceTicks = paceTicks;
  }

  start(): void {
    this.lastUpdateId = this.market.book.sequence;
    this.market.levelListeners.add(this.changed);
  }

  stop(): void {
    this.market.levelListeners.delete(this.changed);
    this.bids.clear();
    this.asks.clear();
  }

  collect(nowMs: number): readonly object[] {
    if (this.bids.size === 0 && this.asks.size === 0) return [];
    const firstId = this.lastUpdateId + 1;
    this.lastUpdateId = this.market.book.sequence;
    return [
      {
        e: "depthUpdate",
        E: nowMs,
        s: this.market.listed.spec.symbol,
        U: firstId,
        u: this.lastUpdateId,
        b: this.take(this.bids),
        a: this.take(this.asks),
      },
    ];
  }

  private take(changes: Map<number, number>): (readonly [string, string])[] {
    const { format } = this.market.listed;
    const levels = [...changes].map(([ticks, lots]) => [format.price(ticks), format.quantity(lots)] as const);
    changes.clear();
    return levels;
  }

  private readonly changed = (side: Side, priceTicks: number, totalLots: number): void => {
    (side === "buy" ? this.bids : this.asks).set(priceTicks, totalLots);
  };
}
