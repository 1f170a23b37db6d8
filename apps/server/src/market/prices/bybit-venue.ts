import { BYBIT_INTERVALS, isUnknownSymbol, readFrame, readKlines, readQuotes } from "./bybit-messages.ts";
import { SOURCE_IDS } from "./price-source.ts";
import type { PublicVenue } from "./public-venue.ts";

/** Maximum klines per request at Bybit. */
const KLINES_PER_REQUEST = 1_000;
/** Maximum topics per subscription to spot streams. */
const TOPICS_PER_SUBSCRIPTION = 10;

/**
 * Bybit: the stream `orderbook.1` of each symbol has the best bid and ask and is repeated after three seconds without a
 * change; history comes from `/v5/market/kline`. A quiet stream answers `{"op":"ping"}`. Source:
 * https://bybit-exchange.github.io/docs/v5/websocket/public/orderbook, /v5/ws/connect, /v5/market/tickers,
 * /v5/market/kline
 */
export const BYBIT: PublicVenue = {
  name: "bybit",
  sourceId: SOURCE_IDS.bybit,
  pingPath: "/v5/market/time",
  streamPath: () => "/v5/public/spot",
  subscriptions: (markets) => {
    const topics = markets.map(({ symbol }) => `orderbook.1.${symbol}`);
    const frames: string[] = [];
    for (let from = 0; from < topics.length; from += TOPICS_PER_SUBSCRIPTION)
      frames.push(
        JSON.stringify({ op: "subscribe", args: topics.slice(from, from + TOPICS_PER_SUBSCRIPTION) }),
      );
    return frames;
  },
  keepAlive: JSON.stringify({ op: "ping" }),
  readFrame,
  quotesPath: () => "/v5/market/tickers?category=spot",
  readQuotes,
  klinePage: ({ market, period, beforeMs, wanted }) => {
    const count = Math.min(KLINES_PER_REQUEST, wanted);
    const query = `category=spot&symbol=${market.symbol}&interval=${BYBIT_INTERVALS[period]}&end=${beforeMs - 1}&limit=${count}`;
    return { path: `/v5/market/kline?${query}`, count };
  },
  readKlines,
  isUnknownSymbol,
};
