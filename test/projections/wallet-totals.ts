import type { Exchange } from "@candor/core/exchange/exchange";
import { Listings } from "@candor/server/market/market-data/listings";
import { totalEquity } from "@candor/server/market/wire-objects/total-equity";
import type { NaiveProfit } from "./naive-profit.ts";

/** Returns the totals of users' wallet pages, at the last index of each market even if it was lost since. */
export function walletTotals(
  exchange: Exchange,
  prices: Pick<NaiveProfit, "lastIndexE8">,
): (userId: number) => ReturnType<typeof totalEquity> {
  const listings = new Listings(0);
  const { assets, markets } = exchange.exchangeView();
  for (const [assetId, asset] of assets.entries()) listings.addAsset(assetId, asset);
  for (const { marketId, spec, contract } of markets)
    if (contract === undefined) listings.addMarket(marketId, spec);
    else listings.addContract(marketId, contract.spec);
  const indexes = {
    marketBySymbol(symbol: string) {
      const market = listings.marketBySymbol(symbol, "spot");
      return market === undefined ? undefined : { indexE8: Number(prices.lastIndexE8(market.marketId)) };
    },
  };
  return (userId) => totalEquity({ ...exchange.accountView(userId), asOfSeq: 0 }, listings, indexes);
}
