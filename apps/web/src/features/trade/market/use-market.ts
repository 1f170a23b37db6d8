import type { WireMarket } from "@candor/protocol/wire/objects";
import { useEffect, useMemo } from "react";
import type { MarketKind } from "../../../data/market-kind.ts";
import { MARKET_PARAM } from "../../../shell/routes.ts";
import { live } from "../../../shell/services.ts";
import { useLive } from "../../../shell/use-live.ts";
import { useSearchParams } from "../../../shell/use-search-params.ts";
import { useAppStore } from "../../../state/app-store.ts";
import type { MarketLook } from "./market-look.ts";
import { type MarketTerms, marketTerms } from "./market-terms.ts";
import { useLiveValue } from "./use-live-value.ts";

export const DEFAULT_SYMBOL = "BTCUSDT";

export interface ShownMarket {
  readonly market: WireMarket;
  readonly terms: MarketTerms;
  readonly look: MarketLook;
}

/** The symbol in the address, else the one looked at last. A listed one is remembered. */
export function useSymbol(kind: MarketKind = "spot"): readonly [string, (symbol: string) => void] {
  const [search, setSearch] = useSearchParams();
  const remembered = useAppStore((state) => state.nowDetailId);
  const remember = useAppStore((state) => state.rememberDetail);
  // Not every market that was looked at has a contract.
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
    if (base !== undefined) remember(symbol, base);
  }, [base, symbol, remember]);
  const choose = (next: string) => {
    const named = search.get(MARKET_PARAM);
    setSearch({ symbol: next, ...(named !== null && { [MARKET_PARAM]: named }) }, { replace: true });
  };
  return [symbol, choose];
}

/** A listed market with its integers, live; undefined while the listing loads, null when there is no such market. */
export function useMarket(symbol: string, kind: MarketKind = "spot"): ShownMarket | null | undefined {
  const tickers = useLive(live.tickers);
  const found = tickers.markets.find((each) => each.symbol === symbol && each.market === kind);
  const baseScale = scaleOf(tickers.assets, found?.tokenCur);
  const quoteScale = scaleOf(tickers.assets, found?.quote);
  const isListed = found !== undefined && baseScale !== undefined && quoteScale !== undefined;
  // The terms change with the listing only, not with every price.
  const terms = useMemo(
    () => (isListed ? marketTerms(found, baseScale, quoteScale) : undefined),
    // oxlint-disable-next-line react/exhaustive-deps -- `found` is new with each price
    [isListed, found?.symbol, found?.tick, found?.lot, baseScale, quoteScale],
  );
  if (!isListed || terms === undefined) return tickers.state === "ready" ? null : undefined;
  return { market: found, terms, look: lookOf(found, baseScale, quoteScale) };
}

/** How to write any listed market's figures. */
export function useLooks(kind: MarketKind = "spot"): (symbol: string) => MarketLook | undefined {
  const { markets, assets } = useLive(live.tickers);
  return (symbol) => {
    const market = markets.find((each) => each.symbol === symbol && each.market === kind);
    const baseScale = scaleOf(assets, market?.tokenCur);
    const quoteScale = scaleOf(assets, market?.quote);
    if (market === undefined || baseScale === undefined || quoteScale === undefined) return undefined;
    return lookOf(market, baseScale, quoteScale);
  };
}

const scaleOf = (
  assets: readonly { readonly asset: string; readonly scale: number }[],
  symbol: string | undefined,
): number | undefined => assets.find((each) => each.asset === symbol)?.scale;

const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;

function lookOf(market: WireMarket, baseScale: number, quoteScale: number): MarketLook {
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
