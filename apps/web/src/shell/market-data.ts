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

/** Bars of a small picture: seven days in steps of four hours, a day in steps of one. */
const PICTURES = {
  week: { period: "4hour", size: 42 },
  day: { period: "60min", size: 24 },
} as const;
const PICTURE_FRESH_MS = 10 * 60_000;

/**
 * A market's way through the last seven days or the last one, oldest price first; empty while unknown. A picture, so plain
 * numbers.
 */
export function usePricePicture(
  { symbol, market }: Pick<WireMarket, "symbol" | "market">,
  span: keyof typeof PICTURES,
): readonly number[] {
  const request = { symbol, market, ...PICTURES[span] } as const;
  const { data } = useCall("kline", request, { freshMs: PICTURE_FRESH_MS });
  return useMemo(() => {
    const [first] = data?.klines ?? [];
    return first === undefined
      ? []
      : [first.open, ...(data?.klines ?? []).map(({ close }) => close)].map(Number);
  }, [data]);
}

/** "BTC/USDT"; a contract: "BTCUSDT". */
export const pairOf = (market: Pick<WireMarket, "market" | "symbol" | "tokenCur" | "quote">): string =>
  market.market === "spot" ? `${market.tokenCur}/${market.quote}` : market.symbol;
