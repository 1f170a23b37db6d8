import type { OrderType, TriggerBy } from "@candor/domain/enumerations";
import { trimZeros } from "@candor/money/decimal";
import { type MarketTerms, quantityText } from "../trade/market/market-terms.ts";
import type { TicketState } from "../trade/ticket/ticket.ts";
import {
  newTicket,
  reduceTicket,
  type TicketAction,
  type TicketField,
} from "../trade/ticket/ticket-state.ts";

/** The types of contract orders: those of spot but OCO, whose place take-profit and stop-loss take. */
export const CONTRACT_TYPES: readonly OrderType[] = [
  "limit",
  "market",
  "stop-limit",
  "stop-market",
  "trailing-stop",
];

export type ContractField = TicketField | "takeProfit" | "stopLoss";

/** The contract ticket: a spot ticket's texts, and what contracts add. It has no side; each of its two buttons is one. */
export interface ContractTicket {
  readonly order: TicketState;
  /** The price that stops, take-profit and stop-loss look at. */
  readonly triggerBy: TriggerBy;
  readonly reduceOnly: boolean;
  readonly hasProtection: boolean;
  readonly takeProfit: string;
  readonly stopLoss: string;
}

export type ContractTicketAction =
  | TicketAction
  | { readonly kind: "trigger-by"; readonly triggerBy: TriggerBy }
  | { readonly kind: "reduce-only"; readonly on: boolean }
  | { readonly kind: "protection"; readonly on: boolean }
  | { readonly kind: "protect"; readonly field: "takeProfit" | "stopLoss"; readonly text: string }
  /** A share of what is possible, as lots. */
  | {
      readonly kind: "share";
      readonly percent: number;
      readonly lots: number;
      readonly terms: MarketTerms;
    };

export function newContractTicket(): ContractTicket {
  return {
    order: { ...newTicket("buy"), unit: "base" },
    triggerBy: "mark",
    reduceOnly: false,
    hasProtection: false,
    takeProfit: "",
    stopLoss: "",
  };
}

export function reduceContractTicket(ticket: ContractTicket, action: ContractTicketAction): ContractTicket {
  switch (action.kind) {
    case "trigger-by":
      return { ...ticket, triggerBy: action.triggerBy };
    // What only reduces leaves no position that could be protected by it.
    case "reduce-only":
      return { ...ticket, reduceOnly: action.on, ...(action.on && { hasProtection: false }) };
    case "protection":
      return { ...ticket, hasProtection: action.on, ...(action.on && { reduceOnly: false }) };
    case "protect":
      return { ...ticket, [action.field]: action.text };
    case "share":
      return { ...ticket, order: takeShare(ticket.order, action) };
    case "sent":
      return {
        ...ticket,
        order: reduceTicket(ticket.order, action),
        hasProtection: false,
        takeProfit: "",
        stopLoss: "",
      };
    default:
      return { ...ticket, order: reduceTicket(ticket.order, action) };
  }
}

function takeShare(
  order: TicketState,
  { percent, lots, terms }: Extract<ContractTicketAction, { kind: "share" }>,
): TicketState {
  const text = lots === 0 ? "" : trimZeros(quantityText(lots, terms));
  const typed = reduceTicket(order, { kind: "type-in", field: "quantity", text, terms });
  return { ...typed, percent };
}

/** Whether the ticket names prices that wait for a price of somebody's choice. */
export const hasTrigger = ({ order, hasProtection }: ContractTicket): boolean =>
  hasProtection || (order.type !== "limit" && order.type !== "market");
