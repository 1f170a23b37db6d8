import type { MarketStatus, StatusReason } from "@candor/domain/enumerations";
import type { ContractTerms } from "./contract-terms.ts";
import type { ContractTicket, ContractTicketAction } from "./contract-ticket-state.ts";
import type { ContractNow, SideSummary } from "./contract-ticket-summary.ts";
import type { ContractSettings } from "./use-contract-ticket.ts";

/** Props of a contract ticket's parts. */
export interface ContractTicketFormProps {
  readonly terms: ContractTerms;
  readonly status: MarketStatus;
  /** Why trading is suspended; null while it trades. */
  readonly statusReason: StatusReason | null;
  readonly settings: ContractSettings;
  /** Whether each contract has a long and a short position: the ticket then opens or closes one of them. */
  readonly isHedged: boolean;
  readonly ticket: ContractTicket;
  readonly dispatch: (action: ContractTicketAction) => void;
  readonly now: ContractNow;
  readonly buy: SideSummary;
  readonly sell: SideSummary;
  /** Undefined if logged out or unknown. */
  readonly usableUnits: number | undefined;
  readonly isLoggedIn: boolean;
  readonly isFrozen: boolean;
  readonly isBusy: boolean;
  /** The contract is still loading: the ticket is disabled. */
  readonly isPending?: boolean;
  readonly isDesktop: boolean;
  readonly onLeverage: () => void;
  /** Opens the confirmation for one of the two sides. */
  readonly onConfirm: (side: "buy" | "sell") => void;
}
