import { RULES } from "@candor/domain/rules";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";

/**
 * Counts a market's next trade.
 * @param continues whether it continues the market's last aggregate: the previous fill of the same order had its price
 * @returns its number in the market, for its event; 0 before rules 7, under which markets do not count
 */
export function numberTrade(state: ExchangeState, market: Market, continues: boolean): number {
  if (state.rules < RULES.marketTradeIds) return 0;
  if (!continues) market.lastAggregateId++;
  return ++market.lastTradeId;
}

/**
 * Starts the counts of the markets that exist when rules 7 are adopted. Until then, a trade's number in its market was that
 * among the trades of all markets, so each market that has traded goes on above all of those.
 */
export function startCounting(state: ExchangeState): void {
  for (const market of state.markets) {
    if (market.lastTicks === 0) continue;
    market.lastTradeId = state.lastTradeId;
    market.lastAggregateId = state.lastTradeId;
  }
}
