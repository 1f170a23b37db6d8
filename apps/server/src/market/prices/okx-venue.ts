import { isUnknownSymbol, OKX_BARS, readFrame, readKlines, readQuotes, TICKERS } from "./okx-messages.ts";
import { SOURCE_IDS } from "./price-source.ts";
import type { PublicVenue, VenueMarket } from "./public-venue.ts";

/** `candles` has the newest 1,440 bars, 300 per request; `history-candles` has all finished ones, 100 per request. */
const RECENT_BARS = 1_440;
const RECENT_PER_REQUEST = 300;
const OLDER_PER_REQUEST = 100;

/**
 * OKX: the channel `tickers` sends every trade and every change of the best bid or ask, at most once per 100 ms.
 * History comes from `/api/v5/market/candles`, older bars from `history-candles`. A quiet stream answers the text
 * `ping`. Source: https://www.okx.com/docs-v5/en/
 */
export const OKX: PublicVenue = {
  name: "okx",
  sourceId: SOURCE_IDS.okx,
  pingPath: "/api/v5/public/time",
  streamPath: () => "/ws/v5/public",
  subscriptions: (markets) => [
    JSON.stringify({
      op: "subscribe",
      args: markets.map((market) => ({ channel: TICKERS, instId: instrumentOf(market) })),
    }),
  ],
  keepAlive: "ping",
  readFrame,
  quotesPath: () => "/api/v5/market/tickers?instType=SPOT",
  readQuotes,
  klinePage: ({ market, period, beforeMs, wanted, held }) => {
    const recent = held + RECENT_PER_REQUEST <= RECENT_BARS;
    const count = Math.min(wanted, recent ? RECENT_PER_REQUEST : OLDER_PER_REQUEST);
    const query = `instId=${instrumentOf(market)}&bar=${OKX_BARS[period]}&after=${beforeMs}&limit=${count}`;
    return { path: `/api/v5/market/${recent ? "candles" : "history-candles"}?${query}`, count };
  },
  readKlines,
  isUnknownSymbol,
};

function instrumentOf({ base, quote }: VenueMarket): string {
  return `${base}-${quote}`;
}
