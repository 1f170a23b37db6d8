import type { MarketStatus, OrderType, StatusReason } from "@candor/domain/enumerations";
import type { ReactNode } from "react";
import type { MarketTerms } from "../market/market-terms.ts";
import type { TicketState } from "./ticket.ts";
import type { MarketNow } from "./ticket-prices.ts";
import type { TicketAction } from "./ticket-state.ts";
import type { TicketSummary } from "./ticket-summary.ts";

/** What the parts of a ticket are given. */
export interface TicketFormProps {
  readonly terms: MarketTerms;
  readonly status: MarketStatus;
  /** Why it does not trade; null: it does. */
  readonly statusReason: StatusReason | null;
  /** null: not known yet. */
  readonly takerFeeRate: string | null;
  readonly ticket: TicketState;
  readonly summary: TicketSummary;
  readonly dispatch: (action: TicketAction) => void;
  /** Of the coin that is paid with, in units; undefined: unknown or logged out. */
  readonly availableUnits: number | undefined;
  readonly now: MarketNow;
  readonly isLoggedIn: boolean;
  readonly isBusy: boolean;
  /** The market is not known yet: nothing can be typed or sent. */
  readonly isPending?: boolean;
  readonly isDesktop: boolean;
  /** Default: all. */
  readonly types?: readonly OrderType[];
  /** What there is and the way to more; default: of the spot wallet. */
  readonly available?: ReactNode;
  /** What else it costs and risks. */
  readonly costs?: ReactNode;
  /** Where money comes from when it does not suffice; default: a transfer to the spot wallet. */
  readonly moveFunds?: ReactNode;
  /** Where a login leads back to; default: the spot market. */
  readonly returnTo?: string;
  readonly onSubmit: () => void;
}
