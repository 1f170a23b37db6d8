import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { MAX_RECENT_TRADES } from "../../../market/market-data/recent-trades.ts";
import { type PublicTrade, toWirePublicTrade } from "../../../market/market-data/wire-trade.ts";
import type { Channel } from "../channel.ts";
import { ServerMessage } from "../server-message.ts";
import { paceTicksOf } from "../socket-limits.ts";

/**
 * `tape.<market>.<symbol>`: the public trades since the last message, newest first. If there are more than the server
 * keeps, the oldest are left out; charts and volumes still count all of them.
 */
export class TapeChannel implements Channel {
  readonly name: string;
  readonly paceTicks = paceTicksOf("tape");
  private readonly market: MirroredMarket;
  private readonly mirror: MarketDataMirror;
  /** Oldest first. */
  private pending: PublicTrade[] = [];

  constructor(name: string, market: MirroredMarket, mirror: MarketDataMirror) {
    this.name = name;
    this.market = market;
    this.mirror = mirror;
  }

  start(): void {
    this.market.tradeListeners.add(this.traded);
  }

  stop(): void {
    this.market.tradeListeners.delete(this.traded);
    this.pending = [];
  }

  /** A new listener gets only future trades; a throttled one also gets those it missed. */
  current(_nowMs: number, missedSinceSeq: number | undefined): readonly ServerMessage[] {
    if (missedSinceSeq === undefined) return [];
    const missed = this.market.trades.since(missedSinceSeq);
    return missed.length === 0 ? [] : [this.message(missed)];
  }

  collect(): readonly ServerMessage[] {
    if (this.pending.length === 0) return [];
    const trades = this.pending.slice(-MAX_RECENT_TRADES).reverse();
    this.pending = [];
    return [this.message(trades)];
  }

  private message(trades: readonly PublicTrade[]): ServerMessage {
    return new ServerMessage("tape", {
      channel: this.name,
      list: trades.map((trade) => toWirePublicTrade(trade, this.market.listed)),
      asOfSeq: this.mirror.asOfSeq,
    });
  }

  private readonly traded = (trade: PublicTrade): void => {
    this.pending.push(trade);
    // Bounded between two clock ticks too: sweeping the book may create thousands of trades.
    if (this.pending.length > 2 * MAX_RECENT_TRADES) this.pending = this.pending.slice(-MAX_RECENT_TRADES);
  };
}
