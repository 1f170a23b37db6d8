import type { MarketStatus, StatusReason } from "@candor/domain/enumerations";
import type { ContractTerms } from "./contract-terms.ts";
import type { ContractTicket, ContractTicketAction } from "./contract-ticket-state.ts";
import type { ContractNow, SideSummary } from "./contract-ticket-summary.ts";
import type { ContractSettings } from "./use-contract-ticket.ts";

/** What the parts of a contract's ticket are given. */
export interface ContractTicketFormProps {
  readonly terms: ContractTerms;
  readonly status: MarketStatus;
  /** Why it does not trade; null: it does. */
  readonly statusReason: StatusReason | null;
  readonly settings: ContractSettings;
  readonly ticket: ContractTicket;
  readonly dispatch: (action: ContractTicketAction) => void;
  readonly now: ContractNow;
  readonly buy: SideSummary;
  readonly sell: SideSummary;
  /** Undefined: logged out or not known. */
  readonly usableUnits: number | undefined;
  readonly isLoggedIn: boolean;
  readonly isFrozen: boolean;
  readonly isBusy: boolean;
  /** The contract is not known yet: nothing can be typed or sent. */
  readonly isPending?: boolean;
  readonly isDesktop: boolean;
  readonly onLeverage: () => void;
  /** Asks for the last word on one of the two sides. */
  readonly onConfirm: (side: "buy" | "sell") => void;
}
