import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { PublicTrade } from "../../../market/market-data/wire-trade.ts";
import { aggregateTrades } from "../trade-view.ts";
import type { MarketStream } from "./market-stream.ts";

/** Every trade, or the trades of one taker at one price combined. */
export class TradeStream implements MarketStream {
  readonly paceTicks = 1;
  private readonly market: MirroredMarket;
  private readonly isAggregate: boolean;
  private made: PublicTrade[] = [];

  constructor(market: MirroredMarket, isAggregate: boolean) {
    this.market = market;
    this.isAggregate = isAggregate;
  }

  start(): void {
    this.market.tradeListeners.add(this.heard);
  }

  stop(): void {
    this.market.tradeListeners.delete(this.heard);
    this.made = [];
  }

  collect(nowMs: number): readonly object[] {
    const { made } = this;
    if (made.length === 0) return [];
    this.made = [];
    const { listed } = this.market;
    const symbol = listed.spec.symbol;
    if (this.isAggregate)
      return aggregateTrades(made, listed).map((trade) => ({ e: "aggTrade", E: nowMs, s: symbol, ...trade }));
    return made.map((trade) => ({
      e: "trade",
      E: nowMs,
      s: symbol,
      t: trade.marketTradeId,
      p: listed.format.price(trade.priceTicks),
      q: listed.format.quantity(trade.quantityLots),
      T: trade.timeMs,
      m: trade.takerSide === "sell",
      M: true,
    }));
  }

  private readonly heard = (trade: PublicTrade): void => {
    this.made.push(trade);
  };
}
