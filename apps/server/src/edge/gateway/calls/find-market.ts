import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import { type Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type {
  ListedAsset,
  ListedMarket,
  Listings,
  MarketKind,
} from "../../../market/market-data/listings.ts";
import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";

/** Finds the market for a read, or rejects 320. */
export function readMarket(
  mirror: MarketDataMirror,
  symbol: string,
  market: MarketKind,
): MirroredMarket | Rejected {
  return mirror.marketBySymbol(symbol, market) ?? reject("request.unknownId");
}

/** Finds the market for a request that moves money, or rejects with a parameter error. */
export function tradeMarket(
  listings: Listings,
  symbol: string,
  kind: MarketKind = "spot",
): ListedMarket | Rejected {
  return (
    listings.marketBySymbol(symbol, kind) ??
    rejectFields("trade.invalidParameters", { path: "symbol", reason: "range" })
  );
}

/** Returns the terms of a market with margin trading. Throws for any other: callers must check first. */
export function leverSpecOf(listings: Listings, marketId: number): LeverSpec {
  const spec = listings.lever(marketId);
  if (spec === undefined) throw new Error(`market ${marketId} has no margin trading`);
  return spec;
}

export function walletAsset(listings: Listings, symbol: string): ListedAsset | Rejected {
  return (
    listings.assetBySymbol(symbol) ??
    rejectFields("request.parameterError", { path: "asset", reason: "range" })
  );
}
