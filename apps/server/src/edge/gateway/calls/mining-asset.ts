import type { ListedAsset, Listings } from "../../../market/market-data/listings.ts";

/** What the wire's machines are priced and paid in. */
const MINING_ASSET = "USDT";

export function miningAsset(listings: Listings): ListedAsset {
  const asset = listings.assetBySymbol(MINING_ASSET);
  if (asset === undefined) throw new Error(`${MINING_ASSET} is not listed`);
  return asset;
}
