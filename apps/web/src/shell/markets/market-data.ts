import { multiplyDecimals } from "@candor/ui/decimal-math";
import type { WireMarket } from "@candor/wire/objects";
import { useMemo, useSyncExternalStore } from "react";
import type { MarketKind } from "../../data/market-kind.ts";
import type { TickerView } from "../../data/ticker-store.ts";
import { useCall } from "../calls/use-call.ts";
import { useLive } from "../hooks/use-live.ts";
import { live } from "../services/services.ts";
import { marketKey } from "./market-key.ts";

/** All markets and assets, with live prices. */
export const useTicker = (): TickerView => useLive(live.tickers);

/** Markets of one kind, in the server's order: turnover, largest first. */
export function useMarkets(kind: MarketKind): readonly WireMarket[] {
  const { markets } = useTicker();
  return useMemo(() => markets.filter(({ market }) => market === kind), [markets, kind]);
}

export const useSpotMarkets = (): readonly WireMarket[] => useMarkets("spot");

const UNIT = "USDT";

/**
 * Returns a market's 24-hour turnover in USDT, so that all quote coins compare; truncated to cents. null if the quote
 * coin's price is unknown.
 */
function turnoverOf({ quote, quoteVolume }: WireMarket, markets: readonly WireMarket[]): string | null {
  if (quote === UNIT) return multiplyDecimals(quoteVolume, "1", 2);
  const paid = markets.find(
    (each) => each.market === "spot" && each.tokenCur === quote && each.quote === UNIT,
  );
  const price = paid?.chPrice ?? paid?.indexPrice;
  return price ? multiplyDecimals(quoteVolume, price, 2) : null;
}

/** 24-hour turnover by market key, without unknown ones. */
export function useTurnovers(): ReadonlyMap<string, string> {
  const { markets } = useTicker();
  return useMemo(
    () =>
      new Map(
        markets.flatMap((market) => {
          const turnover = turnoverOf(market, markets);
          return turnover === null ? [] : [[marketKey(market), turnover] as const];
        }),
      ),
    [markets],
  );
}

/** One market's turnover; rerenders only when it changes. */
export const useTurnover = (market: WireMarket): string | null =>
  useSyncExternalStore(live.tickers.subscribe, () => turnoverOf(market, live.tickers.getSnapshot().markets));

/** Bars of a sparkline: seven days in 4-hour steps, one day in 1-hour steps. */
const PICTURES = {
  week: { period: "4hour", size: 42 },
  day: { period: "60min", size: 24 },
} as const;
/** Refetch interval for open pages; right after a server's first start histories are still loading. */
const PICTURE_FRESH_MS = 60_000;

/**
 * A market's prices over the last seven days or one day, oldest first; empty while unknown. For a sparkline, so
 * floating point is fine.
 */
export function usePricePicture(
  { symbol, market }: Pick<WireMarket, "symbol" | "market">,
  span: keyof typeof PICTURES,
): readonly number[] {
  const request = { symbol, market, ...PICTURES[span] } as const;
  const { data } = useCall("kline", request, {
    freshMs: PICTURE_FRESH_MS,
    refetchEveryMs: PICTURE_FRESH_MS,
  });
  return useMemo(() => {
    const [first] = data?.klines ?? [];
    return first === undefined
      ? []
      : [first.open, ...(data?.klines ?? []).map(({ close }) => close)].map(Number);
  }, [data]);
}

/** "BTC/USDT"; for a contract "BTCUSDT". */
export const pairOf = (market: Pick<WireMarket, "market" | "symbol" | "tokenCur" | "quote">): string =>
  market.market === "spot" ? `${market.tokenCur}/${market.quote}` : market.symbol;
