import type { TradeMade } from "@candor/domain/events/events";
import { RULES } from "@candor/domain/rules";
import { ensure } from "./audit-error.ts";

interface Counts {
  trades: number;
  aggregates: number;
  /** The last trade of the current command. */
  last: TradeMade | undefined;
}

/** Checks the numbers of trades: among all markets and, since rules 7, in their market, each without a gap. */
export class TradeNumberAudit {
  private lastTradeId = 0;
  /** The last trade before rules 7. */
  private lastFormerId = 0;
  private readonly markets = new Map<number, Counts>();

  beginCommand(): void {
    for (const counts of this.markets.values()) counts.last = undefined;
  }

  /** @param rules the version in force */
  trade(trade: TradeMade, rules: number): void {
    const { tradeId, marketId, marketTradeId, aggregateId } = trade;
    ensure(tradeId === ++this.lastTradeId, `trade id ${tradeId} is out of order`);
    if (rules < RULES.marketTradeIds) {
      ensure(
        marketTradeId === undefined && aggregateId === undefined,
        `trade ${tradeId} has a number in its market`,
      );
      this.lastFormerId = tradeId;
      this.markets.set(marketId, { trades: 0, aggregates: 0, last: undefined });
      return;
    }
    const counts = this.countsOf(marketId);
    const what = `trade ${tradeId} of market ${marketId}`;
    ensure(
      marketTradeId === ++counts.trades,
      `${what} has the number ${marketTradeId}, expected ${counts.trades}`,
    );
    const before = counts.aggregates;
    const isSame =
      counts.last?.takerOrderId === trade.takerOrderId && counts.last.priceTicks === trade.priceTicks;
    const isNext = aggregateId === before + 1;
    // The insurance fund trades without an order, perhaps several times in a command.
    const isRight = trade.takerOrderId === 0 && isSame ? isNext || aggregateId === before : isNext !== isSame;
    ensure(
      isRight && (isNext || aggregateId === before),
      `${what} has the aggregate ${aggregateId} after ${before}`,
    );
    counts.aggregates = aggregateId ?? before;
    counts.last = trade;
  }

  /** A market that traded before rules 7 goes on after all trades until then. */
  private countsOf(marketId: number): Counts {
    const known = this.markets.get(marketId);
    if (known !== undefined && known.trades > 0) return known;
    const base = known === undefined ? 0 : this.lastFormerId;
    const counts = { trades: base, aggregates: base, last: undefined };
    this.markets.set(marketId, counts);
    return counts;
  }
}
