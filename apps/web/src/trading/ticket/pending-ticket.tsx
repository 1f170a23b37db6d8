import { useState } from "react";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { useAppStore } from "../../state/app-store.ts";
import { NO_LEVELS } from "../market/book-fill.ts";
import type { MarketTerms } from "../market/market-terms.ts";
import { TicketForm } from "./ticket-form.tsx";
import type { MarketNow } from "./ticket-prices.ts";
import { newTicket } from "./ticket-state.ts";
import { summarizeTicket } from "./ticket-summary.ts";

export const NOTHING_KNOWN: MarketNow = {
  ...NO_LEVELS,
  lastTicks: undefined,
  indexTicks: undefined,
};

const ignore = (): void => undefined;

/** Placeholder ticket of a market that is loading: visible but disabled. */
export function PendingTicket({ terms }: { readonly terms: MarketTerms }) {
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const isDesktop = useDesktop();
  const [ticket] = useState(() => newTicket("buy"));
  return (
    <TicketForm
      isPending
      terms={terms}
      status="trading"
      statusReason={null}
      takerFeeRate={null}
      ticket={ticket}
      summary={summarizeTicket(ticket, terms, NOTHING_KNOWN, undefined)}
      dispatch={ignore}
      availableUnits={undefined}
      now={NOTHING_KNOWN}
      isLoggedIn={isLoggedIn}
      isBusy={false}
      isDesktop={isDesktop}
      onSubmit={ignore}
    />
  );
}
