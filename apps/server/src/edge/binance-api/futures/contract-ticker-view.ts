import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { PriceHistory } from "../../../market/prices/price-history-port.ts";
import { bestPrices, dayTicker } from "../ticker-view.ts";

/** Returns the rolling 24 hours. Binance's futures omit the best prices. */
export function contractDayTicker(market: MirroredMarket, history: PriceHistory, nowMs: number) {
  const {
    bidPrice: _bid,
    bidQty: _bidQuantity,
    askPrice: _ask,
    askQty: _askQuantity,
    prevClosePrice: _before,
    ...day
  } = dayTicker(market, history, nowMs);
  return day;
}

export const lastPrice = ({ listed, lastTicks }: MirroredMarket, nowMs: number) => ({
  symbol: listed.spec.symbol,
  price: listed.format.price(lastTicks),
  time: nowMs,
});

export const bookTicker = (market: MirroredMarket, nowMs: number) => ({
  symbol: market.listed.spec.symbol,
  ...bestPrices(market),
  time: nowMs,
  lastUpdateId: market.book.sequence,
});

export const openInterest = ({ listed, figures }: MirroredMarket, nowMs: number) => ({
  openInterest: listed.format.quantity(figures?.openInterestLots ?? 0),
  symbol: listed.spec.symbol,
  time: nowMs,
});
