import type { WireMarket } from "@candor/wire/objects";
import { useEffect, useMemo } from "react";
import type { MarketKind } from "../../data/market-kind.ts";
import { MARKET_PARAM } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { live } from "../../shell/services/services.ts";
import { useAppStore } from "../../state/app-store.ts";
import type { MarketFormat } from "./market-format.ts";
import { type MarketTerms, marketTerms } from "./market-terms.ts";
import { useLiveValue } from "./use-live-value.ts";

const DEFAULT_SYMBOL = "BTCUSDT";

export interface ShownMarket {
  readonly market: WireMarket;
  readonly terms: MarketTerms;
  readonly look: MarketFormat;
}

/** The symbol in the address, or the last one shown. A listed symbol is remembered. */
export function useSymbol(kind: MarketKind = "spot"): readonly [string, (symbol: string) => void] {
  const [search, setSearch] = useSearchParams();
  const remembered = useAppStore((state) => state.nowDetailId);
  const remember = useAppStore((state) => state.rememberDetail);
  // A market shown earlier may have no contract.
  const isElsewhere = useLiveValue(
    live.tickers,
    ({ state, markets }) =>
      state === "ready" && !markets.some((each) => each.symbol === remembered && each.market === kind),
  );
  const usual = remembered === null || isElsewhere ? DEFAULT_SYMBOL : remembered;
  const symbol = search.get("symbol")?.toUpperCase() ?? usual;
  const base = useLiveValue(
    live.tickers,
    ({ markets }) => markets.find((each) => each.symbol === symbol)?.tokenCur,
  );
  useEffect(() => {
    if (base !== undefined) remember(symbol);
  }, [base, symbol, remember]);
  const choose = (next: string) => {
    const named = search.get(MARKET_PARAM);
    setSearch({ symbol: next, ...(named !== null && { [MARKET_PARAM]: named }) }, { replace: true });
  };
  return [symbol, choose];
}

/** A listed market with its integers, live; undefined while the listing loads, null if there is no such market. */
export function useMarket(symbol: string, kind: MarketKind = "spot"): ShownMarket | null | undefined {
  const state = useLiveValue(live.tickers, (view) => view.state);
  const market = useLiveValue(live.tickers, ({ markets }) =>
    markets.find((each) => each.symbol === symbol && each.market === kind),
  );
  const look = useMarketFormats(kind)(symbol);
  // Terms change only with the listing, not with every price.
  const terms = useMemo(
    () => market && look && marketTerms(market, look.baseScale, look.quoteScale),
    // oxlint-disable-next-line react/exhaustive-deps -- `market` is new with each price
    [look],
  );
  const shown = useMemo(() => market && look && terms && { market, terms, look }, [market, terms, look]);
  return shown ?? (state === "ready" ? null : undefined);
}

/** Returns a lookup of each listed market's formatting; stable until the listing changes. */
export function useMarketFormats(kind: MarketKind = "spot"): (symbol: string) => MarketFormat | undefined {
  const assets = useLiveValue(live.tickers, (view) => view.assets);
  return useMemo(() => {
    const scales = new Map(assets.map(({ asset, scale }) => [asset, scale]));
    const looks = new Map<string, MarketFormat>();
    for (const market of live.tickers.getSnapshot().markets) {
      const baseScale = scales.get(market.tokenCur);
      const quoteScale = scales.get(market.quote);
      if (market.market === kind && baseScale !== undefined && quoteScale !== undefined)
        looks.set(market.symbol, formatOf(market, baseScale, quoteScale));
    }
    return (symbol) => looks.get(symbol);
  }, [assets, kind]);
}

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;

function formatOf(market: WireMarket, baseScale: number, quoteScale: number): MarketFormat {
  return {
    name: market.market === "contract" ? market.symbol : `${market.tokenCur}/${market.quote}`,
    base: market.tokenCur,
    quote: market.quote,
    baseScale,
    quoteScale,
    priceDecimals: decimalsOf(market.tick),
    quantityDecimals: decimalsOf(market.lot),
  };
}
