import type { OrderType } from "@candor/domain/enumerations";
import { type Dispatch, type ReactNode, useMemo } from "react";
import { balanceOf } from "../../data/account-store.ts";
import { live } from "../../shell/services/services.ts";
import { useAppStore } from "../../state/app-store.ts";
import { type MarketTerms, unitsOf } from "../market/market-terms.ts";
import { useBookLevels } from "../market/use-book-levels.ts";
import { useLiveValue } from "../market/use-live-value.ts";
import type { ShownMarket } from "../market/use-market.ts";
import { useMarketFigures } from "../market/use-market-figures.ts";
import { useMarketTurn } from "../market/use-market-turn.ts";
import type { SpotOrderActions } from "../orders/use-orders.ts";
import { ConfirmedTicket } from "./confirmed-ticket.tsx";
import type { TicketState } from "./ticket.ts";
import type { MarketNow } from "./ticket-prices.ts";
import type { TicketAction } from "./ticket-state.ts";
import { summarizeTicket } from "./ticket-summary.ts";

export interface TicketPanelProps {
  readonly shown: ShownMarket;
  readonly isDesktop: boolean;
  readonly ticket: TicketState;
  readonly dispatch: Dispatch<TicketAction>;
  readonly acts: SpotOrderActions;
  /** Below the ticket, for users who are logged in. */
  readonly tools?: (now: MarketNow) => ReactNode;
}

/** The ticket with current market data and available balance. */
export function TicketPanel({ shown, isDesktop, ticket, dispatch, acts, tools }: TicketPanelProps) {
  const { market, terms, look } = shown;
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { lastPrice, indexPrice, status, statusReason } = useMarketFigures(market);
  useMarketTurn(market);
  const now = useMarketNow(terms, lastPrice, indexPrice, ticket.type);
  const isBuy = ticket.side === "buy";
  const available = useLiveValue(live.account, (account) =>
    account.state === "ready"
      ? balanceOf(account, "coin", isBuy ? look.quote : look.base)?.available
      : undefined,
  );
  const availableUnits = unitsOf(available, isBuy ? look.quoteScale : look.baseScale);
  const summary = summarizeTicket(ticket, terms, now, availableUnits);
  return (
    <div className="ticket-column">
      <ConfirmedTicket
        product="spot"
        terms={terms}
        status={status}
        statusReason={statusReason}
        takerFeeRate={market.takerFeeRate}
        ticket={ticket}
        summary={summary}
        dispatch={dispatch}
        availableUnits={availableUnits}
        now={now}
        isBusy={acts.isPlacing}
        isDesktop={isDesktop}
        isSpot
        place={acts.place}
      />
      {isLoggedIn && tools?.(now)}
    </div>
  );
}

/**
 * Current prices in ticks; an index between two ticks is rounded down, as in the core.
 * @param type of the order: a market order takes the book's levels, and the limit leg of an OCO may not
 */
export function useMarketNow(
  terms: MarketTerms,
  lastPrice: string | null,
  indexPrice: string | null,
  type: OrderType,
): MarketNow {
  const ticks = (price: string | null) => {
    const value = unitsOf(price ?? undefined, 8);
    return value === undefined ? undefined : Math.floor(value / terms.scale.tickE8);
  };
  const lastTicks = ticks(lastPrice);
  const indexTicks = ticks(indexPrice);
  const isJudgedByBook = type === "market" || type === "oco";
  const levels = useBookLevels(terms, "spot", terms.symbol, indexTicks, isJudgedByBook);
  return useMemo(() => ({ ...levels, lastTicks, indexTicks }), [levels, lastTicks, indexTicks]);
}
