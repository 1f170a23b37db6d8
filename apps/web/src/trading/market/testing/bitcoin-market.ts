import { type ListedMarket, marketTerms } from "../market-terms.ts";

/** A listed market for ticket tests. */
const BTC_MARKET: ListedMarket = {
  symbol: "BTCUSDT",
  tokenCur: "BTC",
  quote: "USDT",
  tick: "0.1",
  lot: "0.00001",
  minQuantity: "0.00001",
  maxQuantity: "100",
  minNotional: "5",
  priceBandRate: "0.200000",
  makerFeeRate: "0.001000",
  takerFeeRate: "0.001000",
};
export const BTC_TERMS = marketTerms(BTC_MARKET, 8, 6);
