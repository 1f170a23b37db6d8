import type { Listings } from "../../market/market-data/listings.ts";
import type { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import type { OrderLeverages } from "../../market/market-data/order-leverages.ts";
import type { KlineStore } from "../../market/prices/kline-store.ts";

/** In-memory followers of the engine's events, shared by all users. */
export interface StartedMarketData {
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly klines: KlineStore;
  readonly orderLeverages: OrderLeverages;
}
