import { type Dispatch, useCallback, useEffect, useReducer } from "react";
import { useSearchParams } from "../../../shell/use-search-params.ts";
import type { ShownMarket } from "../market/use-market.ts";
import type { TicketState } from "../ticket/ticket.ts";
import { newTicket, reduceTicket, type TicketAction } from "../ticket/ticket-state.ts";

/** The side in an address, where a chart's buttons lead. */
export const SIDE_PARAM = "side";

export interface TicketControl {
  readonly ticket: TicketState;
  readonly dispatch: Dispatch<TicketAction>;
  /** Takes a price that was tapped in the book. */
  readonly pick: (price: string) => void;
}

/** One market's ticket. A limit order starts at the first price that is known; after that only the trader changes it. */
export function useTicket({ market, terms }: ShownMarket): TicketControl {
  const [search] = useSearchParams();
  const named = search.get(SIDE_PARAM);
  const [ticket, dispatch] = useReducer(reduceTicket, named === "sell" ? "sell" : "buy", newTicket);
  useEffect(() => {
    if (named === "buy" || named === "sell") dispatch({ kind: "side", side: named });
  }, [named]);
  const firstPrice = market.chPrice ?? market.indexPrice;
  const isKnown = firstPrice !== null;
  useEffect(() => {
    if (firstPrice !== null) dispatch({ kind: "first-price", price: firstPrice, terms });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when a price is known; later ones are not the trader's
  }, [isKnown, terms]);
  const pick = useCallback((price: string) => dispatch({ kind: "tap-price", price, terms }), [terms]);
  return { ticket, dispatch, pick };
}
