import { type Rejected, reject, rejectFields } from "@candor/protocol/wire/rejection";
import type { ListedAsset, ListedMarket, Listings } from "../../market-data/listings.ts";
import type { MarketDataMirror, MirroredMarket } from "../../market-data/market-data-mirror.ts";

/** A read of one market: 320 when there is no such one. Contracts are not listed yet. */
export function readMarket(
  mirror: MarketDataMirror,
  symbol: string,
  market: "spot" | "contract",
): MirroredMarket | Rejected {
  const found = market === "spot" ? mirror.marketBySymbol(symbol) : undefined;
  return found ?? reject("request.unknownId");
}

/** A market that money is to be moved in: an unknown one is a parameter error. */
export function tradeMarket(listings: Listings, symbol: string): ListedMarket | Rejected {
  return (
    listings.marketBySymbol(symbol) ??
    rejectFields("trade.invalidParameters", { path: "symbol", reason: "range" })
  );
}

export function walletAsset(listings: Listings, symbol: string): ListedAsset | Rejected {
  return (
    listings.assetBySymbol(symbol) ??
    rejectFields("request.parameterError", { path: "asset", reason: "range" })
  );
}
