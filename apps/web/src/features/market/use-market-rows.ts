import type { WireAsset, WireMarket } from "@candor/wire/objects";
import { useCallback, useMemo } from "react";
import type { LoadState } from "../../data/loader.ts";
import { useTicker, useTurnovers } from "../../shell/markets/market-data.ts";
import { marketKey } from "../../shell/markets/market-key.ts";
import { matches } from "./market-match.ts";
import type { Sort } from "./market-sort.ts";
import { sortMarkets } from "./market-sort.ts";
import type { Watchlist } from "./watchlists.ts";

export const MARKET_TABS = ["favourites", "spot", "contract", "newest", "heatMap"] as const;
export type MarketTab = (typeof MARKET_TABS)[number];

export interface MarketRows {
  readonly state: LoadState;
  readonly markets: readonly WireMarket[];
  readonly nameOf: (symbol: string) => string;
}

const namesOf = (assets: readonly WireAsset[]): ReadonlyMap<string, string> =>
  new Map(assets.map(({ asset, name }) => [asset, name]));

/** Favorites and the user's own lists may be of any kind; other lists contain one kind. */
const isOf = (tab: MarketTab, market: WireMarket, list: Watchlist | undefined): boolean => {
  if (tab === "favourites") return list?.markets.includes(marketKey(market)) ?? market.love === true;
  return market.market === (tab === "contract" ? "contract" : "spot");
};

/**
 * The markets of a tab, filtered by text and sorted.
 * @param list shown in place of the favorites
 */
export function useMarketRows(tab: MarketTab, text: string, sort: Sort, list?: Watchlist): MarketRows {
  const { state, markets, assets } = useTicker();
  const names = useMemo(() => namesOf(assets), [assets]);
  const turnovers = useTurnovers();
  const rows = useMemo(() => {
    const found = markets.filter(
      (market) => isOf(tab, market, list) && matches(market, names.get(market.tokenCur) ?? "", text),
    );
    if (tab === "newest") return found.sort((a, b) => b.listedAtMs - a.listedAtMs);
    return sortMarkets(found, sort, turnovers);
  }, [markets, names, turnovers, tab, text, sort, list]);
  const nameOf = useCallback((symbol: string) => names.get(symbol) ?? "", [names]);
  return { state, markets: rows, nameOf };
}
