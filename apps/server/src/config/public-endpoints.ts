import type { VenueEndpoints } from "../market/prices/public-venue.ts";

/** Where the exchanges themselves publish their market data: no account, no key. */
export const PUBLIC_ENDPOINTS: VenueEndpoints = {
  binance: {
    restUrl: "https://data-api.binance.vision",
    streamUrl: "wss://data-stream.binance.vision",
  },
  okx: {
    restUrl: "https://www.okx.com",
    streamUrl: "wss://ws.okx.com:8443",
  },
  bybit: {
    restUrl: "https://api.bybit.com",
    streamUrl: "wss://stream.bybit.com",
  },
};
