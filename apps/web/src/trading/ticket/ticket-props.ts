import type { MarketStatus, OrderType, StatusReason } from "@candor/domain/enumerations";
import type { ReactNode } from "react";
import type { MarketTerms } from "../market/market-terms.ts";
import type { TicketState } from "./ticket.ts";
import type { MarketNow } from "./ticket-prices.ts";
import type { TicketProblem } from "./ticket-problems.ts";
import type { TicketAction, TicketField } from "./ticket-state.ts";
import type { TicketSummary } from "./ticket-summary.ts";

/** Props shared by a ticket's parts. */
export interface TicketFormProps {
  readonly terms: MarketTerms;
  readonly status: MarketStatus;
  /** Why trading is suspended; null while it trades. */
  readonly statusReason: StatusReason | null;
  /** null while loading. */
  readonly takerFeeRate: string | null;
  readonly ticket: TicketState;
  readonly summary: TicketSummary;
  readonly dispatch: (action: TicketAction) => void;
  /** Available amount of the coin paid with, in units; undefined if unknown or logged out. */
  readonly availableUnits: number | undefined;
  readonly now: MarketNow;
  readonly isLoggedIn: boolean;
  readonly isBusy: boolean;
  /** The market is still loading: the ticket is disabled. */
  readonly isPending?: boolean;
  readonly isDesktop: boolean;
  /** Limit orders may have a take-profit and a stop-loss, and may be icebergs. */
  readonly isSpot?: boolean;
  /** Default: all. */
  readonly types?: readonly OrderType[];
  /** Available amount with a link to get more; default: the spot wallet's. */
  readonly available?: ReactNode;
  readonly availableLabel?: string;
  /** Further costs and risks. */
  readonly costs?: ReactNode;
  /** Link for insufficient funds; default: a transfer to the spot wallet. */
  readonly moveFunds?: ReactNode;
  /** Where login returns to; default: the spot market. */
  readonly returnTo?: string;
  readonly onSubmit: () => void;
}

/** Props of its fields. */
export interface TicketFieldsProps extends TicketFormProps {
  readonly problemOf: (field: TicketField) => TicketProblem | undefined;
  readonly onTouch: (field: TicketField) => void;
}
