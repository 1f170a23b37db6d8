import type { ListedAsset, Listings } from "../../../market/market-data/listings.ts";

/** Asset in which mining machines are priced and paid on the wire. */
const MINING_ASSET = "USDT";

export function miningAsset(listings: Listings): ListedAsset {
  const asset = listings.assetBySymbol(MINING_ASSET);
  if (asset === undefined) throw new Error(`${MINING_ASSET} is not listed`);
  return asset;
}
