import type { ListedMarket } from "./listings.ts";
import type { PublicTrade } from "./wire-trade.ts";

export const SECOND_MS = 1_000;

/** A bar of one or several seconds, made from trades. Prices are in ticks, quantities in lots, values in units of the quote coin. */
export interface SecondBar {
  readonly openTimeMs: number;
  openTicks: number;
  highTicks: number;
  lowTicks: number;
  closeTicks: number;
  lots: number;
  quoteUnits: number;
  trades: number;
  buyerLots: number;
  buyerQuoteUnits: number;
  firstId: number;
  lastId: number;
}

export interface SecondsSpan {
  /** Start of the first bar, and end of the last one, in whole bars. */
  readonly sinceMs: number;
  readonly untilMs: number;
  /** Length of a bar. Default: one second. */
  readonly lengthMs?: number;
  /** The price before the span; 0 if there was none. */
  readonly lastTicks: number;
}

type Trade = Pick<PublicTrade, "marketTradeId" | "timeMs" | "priceTicks" | "quantityLots" | "takerSide">;

/** Returns each bar of a span from the first price on. Trades are oldest first. */
export function secondBars(
  trades: readonly Trade[],
  { sinceMs, untilMs, lengthMs = SECOND_MS, lastTicks }: SecondsSpan,
  { scale }: Pick<ListedMarket, "scale">,
): readonly SecondBar[] {
  const bars: SecondBar[] = [];
  let ticks = lastTicks;
  let at = 0;
  for (let openTimeMs = sinceMs; openTimeMs < untilMs; openTimeMs += lengthMs) {
    const bar = emptyBar(openTimeMs, ticks);
    for (; at < trades.length; at += 1) {
      const trade = trades[at] as Trade;
      if (trade.timeMs >= openTimeMs + lengthMs) break;
      add(bar, trade, trade.priceTicks * trade.quantityLots * scale.quoteUnitsPerTickLot);
    }
    ticks = bar.closeTicks;
    if (ticks > 0) bars.push(bar);
  }
  return bars;
}

function emptyBar(openTimeMs: number, ticks: number): SecondBar {
  return {
    openTimeMs,
    openTicks: ticks,
    highTicks: ticks,
    lowTicks: ticks,
    closeTicks: ticks,
    lots: 0,
    quoteUnits: 0,
    trades: 0,
    buyerLots: 0,
    buyerQuoteUnits: 0,
    firstId: -1,
    lastId: -1,
  };
}

function add(bar: SecondBar, trade: Trade, quoteUnits: number): void {
  const { priceTicks, quantityLots, takerSide, marketTradeId } = trade;
  if (bar.trades === 0) {
    bar.openTicks = priceTicks;
    bar.highTicks = priceTicks;
    bar.lowTicks = priceTicks;
    bar.firstId = marketTradeId;
  }
  bar.highTicks = Math.max(bar.highTicks, priceTicks);
  bar.lowTicks = Math.min(bar.lowTicks, priceTicks);
  bar.closeTicks = priceTicks;
  bar.lots += quantityLots;
  bar.quoteUnits += quoteUnits;
  bar.trades += 1;
  bar.lastId = marketTradeId;
  if (takerSide !== "buy") return;
  bar.buyerLots += quantityLots;
  bar.buyerQuoteUnits += quoteUnits;
}
