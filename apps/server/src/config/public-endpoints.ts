/** Supported exchanges with public market data. */
export type VenueName = "binance" | "okx" | "bybit";

export interface PublicEndpoints {
  /** Base URL of the REST API, without a trailing slash. */
  readonly restUrl: string;
  /** Base URL of the WebSocket streams, without a trailing slash. */
  readonly streamUrl: string;
}

export type VenueEndpoints = Readonly<Record<VenueName, PublicEndpoints>>;

/** Public market data endpoints of the exchanges: no account, no key. */
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
