import type { MarketStatus, Side, StatusReason } from "@candor/domain/enumerations";
import { subtractDecimals } from "@candor/ui/decimal-math";
import type { WireMarket } from "@candor/wire/objects";
import { live } from "../../../shell/services.ts";
import { useLive } from "../../../shell/use-live.ts";
import { useLiveValue } from "./use-live-value.ts";

/** The figures of a market that move by themselves. null: unknown. */
export interface MarketFigures {
  readonly lastPrice: string | null;
  /** Which way the last trade went. */
  readonly lastSide: Side | undefined;
  readonly indexPrice: string | null;
  /** What stops its index stops a market; an operator may have stopped the market alone. */
  readonly status: MarketStatus;
  /** Why it does not trade; null: it does. */
  readonly statusReason: StatusReason | null;
  /** Against 24 hours ago, signed, in the quote coin. */
  readonly change: string | null;
}

/** Last price and index, each from the channel that has it first. */
export function useMarketFigures(market: WireMarket): MarketFigures {
  const trade = useLiveValue(live.trades(market.symbol, market.market), ({ trades }) => trades[0]);
  const index = useLive(live.index(market.symbol));
  const lastPrice = trade?.price ?? market.chPrice;
  return {
    lastPrice,
    lastSide: trade?.side,
    indexPrice: index.price ?? market.indexPrice,
    status: market.status === "trading" ? (index.status ?? "trading") : market.status,
    statusReason: market.status === "trading" ? index.statusReason : market.statusReason,
    change: lastPrice === null || market.open === null ? null : subtractDecimals(lastPrice, market.open),
  };
}
