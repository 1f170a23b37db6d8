import type { LeverSpec } from "@candor/domain/specs/lever-listing";
import { type Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type {
  ListedAsset,
  ListedMarket,
  Listings,
  MarketKind,
} from "../../../market/market-data/listings.ts";
import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";

/** A read of one market: 320 when there is no such one. */
export function readMarket(
  mirror: MarketDataMirror,
  symbol: string,
  market: MarketKind,
): MirroredMarket | Rejected {
  return mirror.marketBySymbol(symbol, market) ?? reject("request.unknownId");
}

/** A market that money is to be moved in: an unknown one is a parameter error. */
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

/** The terms of a market that is open to leverage; throws for another, because only such ones are asked about. */
export function leverSpecOf(listings: Listings, marketId: number): LeverSpec {
  const spec = listings.lever(marketId);
  if (spec === undefined) throw new Error(`market ${marketId} is not open to leverage`);
  return spec;
}

export function walletAsset(listings: Listings, symbol: string): ListedAsset | Rejected {
  return (
    listings.assetBySymbol(symbol) ??
    rejectFields("request.parameterError", { path: "asset", reason: "range" })
  );
}
