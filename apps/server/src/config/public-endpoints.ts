/** The exchanges whose public market data is understood. */
export type VenueName = "binance" | "okx" | "bybit";

export interface PublicEndpoints {
  /** Base of the REST interface, without a slash at the end. */
  readonly restUrl: string;
  /** Base of the WebSocket streams, without a slash at the end. */
  readonly streamUrl: string;
}

export type VenueEndpoints = Readonly<Record<VenueName, PublicEndpoints>>;

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
