import type { WireMarket } from "@candor/protocol/wire/objects";
import { multiplyDecimals } from "@candor/ui/decimal-math";
import { useMemo } from "react";
import type { MarketKind } from "../data/market-kind.ts";
import type { TickerView } from "../data/ticker-store.ts";
import { marketKey } from "./market-key.ts";
import { live } from "./services.ts";
import { useCall } from "./use-call.ts";
import { useLive } from "./use-live.ts";

/** All markets and assets, with live prices. */
export const useTicker = (): TickerView => useLive(live.tickers);

/** The markets of one kind, in the server's order: turnover, largest first. */
export function useMarkets(kind: MarketKind): readonly WireMarket[] {
  const { markets } = useTicker();
  return useMemo(() => markets.filter(({ market }) => market === kind), [markets, kind]);
}

export const useSpotMarkets = (): readonly WireMarket[] => useMarkets("spot");

const UNIT = "USDT";

/** Each market's 24-hour turnover in USDT by its key, so that markets of any quote coin compare; cut to cents. */
export function useTurnovers(): ReadonlyMap<string, string> {
  const { markets } = useTicker();
  return useMemo(() => {
    const prices = new Map(
      markets.flatMap(({ market, tokenCur, quote, chPrice }) =>
        market === "spot" && quote === UNIT && chPrice !== null ? [[tokenCur, chPrice] as const] : [],
      ),
    );
    return new Map(
      markets.map((market) => {
        const price = market.quote === UNIT ? "1" : (prices.get(market.quote) ?? "0");
        return [marketKey(market), multiplyDecimals(market.quoteVolume, price, 2)];
      }),
    );
  }, [markets]);
}

/** Seven days of four-hour bars. */
const WEEK_BARS = 42;
const WEEK_FRESH_MS = 10 * 60_000;

/** A market's closing prices of the last seven days, oldest first; empty while unknown. A picture, so plain numbers. */
export function useWeek({ symbol, market }: Pick<WireMarket, "symbol" | "market">): readonly number[] {
  const request = { symbol, market, period: "4hour", size: WEEK_BARS } as const;
  const { data } = useCall("kline", request, { freshMs: WEEK_FRESH_MS });
  return useMemo(() => data?.klines.map((bar) => Number(bar.close)) ?? [], [data]);
}

/** "BTC/USDT"; a contract: "BTCUSDT". */
export const pairOf = (market: Pick<WireMarket, "market" | "symbol" | "tokenCur" | "quote">): string =>
  market.market === "spot" ? `${market.tokenCur}/${market.quote}` : market.symbol;
