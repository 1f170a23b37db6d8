import type { MarketStatus, Side, StatusReason } from "@candor/domain/enumerations";
import { subtractDecimals } from "@candor/ui/decimal-math";
import type { WireMarket } from "@candor/wire/objects";
import { useLive } from "../../shell/hooks/use-live.ts";
import { live } from "../../shell/services/services.ts";
import { useLiveValue } from "./use-live-value.ts";

/** A market's live figures. null if unknown. */
export interface MarketFigures {
  readonly lastPrice: string | null;
  /** Side of the last trade. */
  readonly lastSide: Side | undefined;
  readonly indexPrice: string | null;
  /** A market stops with its index; an operator may also stop only the market. */
  readonly status: MarketStatus;
  /** Why trading is suspended; null while it trades. */
  readonly statusReason: StatusReason | null;
  /** 24-hour change, signed, in the quote coin. */
  readonly change: string | null;
}

/** Last price and index, each from the channel that delivers it first. */
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
