import type { WireMarket } from "@candor/protocol/wire/objects";
import { multiplyDecimals } from "@candor/ui/decimal-math";
import { useMemo } from "react";
import type { MarketKind } from "../data/market-kind.ts";
import type { TickerView } from "../data/ticker-store.ts";
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

/** Each spot market's 24-hour turnover in USDT, so that markets of any quote coin compare; cut to cents. */
export function useTurnovers(): ReadonlyMap<string, string> {
  const markets = useSpotMarkets();
  return useMemo(() => {
    const prices = new Map(
      markets.flatMap(({ tokenCur, quote, chPrice }) =>
        quote === UNIT && chPrice !== null ? [[tokenCur, chPrice] as const] : [],
      ),
    );
    return new Map(
      markets.map(({ symbol, quote, quoteVolume }) => {
        const price = quote === UNIT ? "1" : (prices.get(quote) ?? "0");
        return [symbol, multiplyDecimals(quoteVolume, price, 2)];
      }),
    );
  }, [markets]);
}

/** Seven days of four-hour bars. */
const WEEK_BARS = 42;
const WEEK_FRESH_MS = 10 * 60_000;

/** A market's closing prices of the last seven days, oldest first; empty while unknown. A picture, so plain numbers. */
export function useWeek(symbol: string): readonly number[] {
  const { data } = useCall("kline", { symbol, period: "4hour", size: WEEK_BARS }, { freshMs: WEEK_FRESH_MS });
  return useMemo(() => data?.klines.map((bar) => Number(bar.close)) ?? [], [data]);
}

/** "BTC/USDT". */
export const pairOf = (market: Pick<WireMarket, "tokenCur" | "quote">): string =>
  `${market.tokenCur}/${market.quote}`;
