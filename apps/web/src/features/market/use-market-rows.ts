import type { WireAsset, WireMarket } from "@candor/protocol/wire/objects";
import { useMemo } from "react";
import type { LoadState } from "../../data/loader.ts";
import { useTicker } from "../../shell/market-data.ts";
import type { Sort } from "./market-sort.ts";
import { sortMarkets } from "./market-sort.ts";

export type MarketTab = "favourites" | "spot" | "newest";

export interface MarketRows {
  readonly state: LoadState;
  readonly markets: readonly WireMarket[];
  readonly nameOf: (symbol: string) => string;
}

/** Does the text occur in the coin's symbol, the pair or the coin's name? */
export function matches(market: WireMarket, name: string, text: string): boolean {
  const wanted = text.trim().toLowerCase().replace("/", "");
  return market.symbol.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
}

const namesOf = (assets: readonly WireAsset[]): ReadonlyMap<string, string> =>
  new Map(assets.map(({ asset, name }) => [asset, name]));

/** The markets of a tab, filtered by a text and in order. */
export function useMarketRows(tab: MarketTab, text: string, sort: Sort): MarketRows {
  const { state, markets, assets } = useTicker();
  const names = useMemo(() => namesOf(assets), [assets]);
  const rows = useMemo(() => {
    const found = markets.filter(
      (market) =>
        market.market === "spot" &&
        (tab !== "favourites" || market.love === true) &&
        matches(market, names.get(market.tokenCur) ?? "", text),
    );
    if (tab === "newest") return found.sort((a, b) => b.listedAtMs - a.listedAtMs);
    return sortMarkets(found, sort);
  }, [markets, names, tab, text, sort]);
  return { state, markets: rows, nameOf: (symbol) => names.get(symbol) ?? "" };
}
