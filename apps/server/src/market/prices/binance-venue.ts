import { BINANCE_INTERVALS, isInvalidSymbol, readFrame, readKlines, readQuotes } from "./binance-messages.ts";
import { SOURCE_IDS } from "./price-source.ts";
import type { PublicVenue } from "./public-venue.ts";

/** Maximum klines per request at Binance. */
const KLINES_PER_REQUEST = 1_000;

/**
 * Binance: the `bookTicker` streams of all symbols combined, history from `/api/v3/klines`. Source:
 * https://developers.binance.com/docs/binance-spot-api-docs
 */
export const BINANCE: PublicVenue = {
  name: "binance",
  sourceId: SOURCE_IDS.binance,
  pingPath: "/api/v3/ping",
  streamPath: (markets) =>
    `/stream?streams=${markets.map(({ symbol }) => `${symbol.toLowerCase()}@bookTicker`).join("/")}`,
  subscriptions: () => [],
  readFrame,
  quotesPath: (markets) => {
    const symbols = JSON.stringify(markets.map(({ symbol }) => symbol));
    return `/api/v3/ticker/bookTicker?symbols=${encodeURIComponent(symbols)}`;
  },
  readQuotes,
  klinePage: ({ market, period, beforeMs, wanted }) => {
    const count = Math.min(KLINES_PER_REQUEST, wanted);
    const query = `symbol=${market.symbol}&interval=${BINANCE_INTERVALS[period]}&limit=${count}&endTime=${beforeMs - 1}`;
    return { path: `/api/v3/klines?${query}`, count };
  },
  readKlines,
  isUnknownSymbol: isInvalidSymbol,
};
