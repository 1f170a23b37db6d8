import { type Dispatch, useCallback, useEffect, useReducer } from "react";
import { useTradingSettings } from "../../shared/confirmation/trading-settings.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import type { PickFromBook } from "../book/order-book-view.tsx";
import { readTicks } from "../market/market-terms.ts";
import type { ShownMarket } from "../market/use-market.ts";
import type { TicketState } from "../ticket/ticket.ts";
import { newTicket, reduceTicket, type TicketAction } from "../ticket/ticket-state.ts";

/** Side parameter in addresses, set by the chart's buttons. */
const SIDE_PARAM = "side";

export interface TicketControl {
  readonly ticket: TicketState;
  readonly dispatch: Dispatch<TicketAction>;
  /** Applies a price tapped in the book. */
  readonly pick: PickFromBook;
  /** Makes it a limit order at a price of the chart. */
  readonly takeChartPrice: (price: string) => void;
}

/** One market's ticket. A limit order starts at the first known price; after that only the trader changes it. */
export function useTicket({ market, terms }: ShownMarket): TicketControl {
  const [search] = useSearchParams();
  const named = search.get(SIDE_PARAM);
  const { marketUnit } = useTradingSettings().settings;
  const [ticket, dispatch] = useReducer(
    reduceTicket,
    named === "sell" ? ("sell" as const) : ("buy" as const),
    (side) => newTicket(side, marketUnit),
  );
  const firstPrice = market.chPrice ?? market.indexPrice;
  useEffect(() => {
    if (named === "buy" || named === "sell") {
      dispatch({ kind: "side", side: named, terms, marketTicks: readTicks(firstPrice ?? "", terms) });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- when the address changes, not the price
  }, [named]);
  const isKnown = firstPrice !== null;
  useEffect(() => {
    if (firstPrice !== null) dispatch({ kind: "first-price", price: firstPrice, terms });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when a price is known; later ones are not the trader's
  }, [isKnown, terms]);
  const pick = useCallback<PickFromBook>(
    (price, quantity) => dispatch({ kind: "tap-price", price, quantity, terms }),
    [terms],
  );
  const takeChartPrice = useCallback(
    (price: string) => {
      dispatch({ kind: "type", type: "limit", terms, marketTicks: undefined });
      pick(price);
    },
    [terms, pick],
  );
  return { ticket, dispatch, pick, takeChartPrice };
}
