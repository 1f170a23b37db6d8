import type { OrderType, TriggerBy } from "@candor/domain/enumerations";
import { trimZeros } from "@candor/money/decimal";
import type { SizeUnit } from "../../shared/confirmation/trading-settings.ts";
import { type MarketTerms, quantityText } from "../../trading/market/market-terms.ts";
import type { TicketState } from "../../trading/ticket/ticket.ts";
import {
  newTicket,
  reduceTicket,
  type TicketAction,
  type TicketField,
} from "../../trading/ticket/ticket-state.ts";

/** Order types in the contract ticket: those of spot without OCO, which take-profit and stop-loss replace. */
export const CONTRACT_TYPES: readonly OrderType[] = [
  "limit",
  "market",
  "stop-limit",
  "stop-market",
  "trailing-stop",
];

export type ContractField = TicketField | "takeProfit" | "stopLoss";

/**
 * The contract ticket: a spot ticket's fields plus those of contracts. It has no side; each of its two buttons sets
 * one.
 */
export interface ContractTicket {
  readonly order: TicketState;
  /** What the typed size counts. `order.quantity` is the size in coins; `size` the one in the other units. */
  readonly sizeUnit: SizeUnit;
  readonly size: string;
  /** Price type used by stop, take-profit and stop-loss triggers. */
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
  /** A percentage of the maximum, in lots. */
  | {
      readonly kind: "share";
      readonly percent: number;
      readonly lots: number;
      /** The same size in the ticket's unit; unused for coins. */
      readonly size: string;
      readonly terms: MarketTerms;
    }
  | { readonly kind: "size"; readonly text: string }
  | { readonly kind: "size-unit"; readonly unit: SizeUnit };

export function newContractTicket(sizeUnit: SizeUnit = "coin"): ContractTicket {
  return {
    order: { ...newTicket("buy"), unit: "base" },
    sizeUnit,
    size: "",
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
    // A reduce-only order leaves no new position to protect.
    case "reduce-only":
      return { ...ticket, reduceOnly: action.on, ...(action.on && { hasProtection: false }) };
    case "protection":
      return { ...ticket, hasProtection: action.on, ...(action.on && { reduceOnly: false }) };
    case "protect":
      return { ...ticket, [action.field]: action.text };
    case "share":
      return { ...ticket, size: action.size, order: takeShare(ticket.order, action) };
    case "size":
      return { ...ticket, size: action.text, order: { ...ticket.order, percent: undefined } };
    // A size in one unit is meaningless in another.
    case "size-unit":
      return {
        ...ticket,
        sizeUnit: action.unit,
        size: "",
        order: { ...ticket.order, quantity: "", total: "", percent: undefined },
      };
    case "sent":
      return {
        ...ticket,
        size: "",
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

/** The unit of the size; a reduce-only order costs no margin, so its cost counts as its value. */
export const sizeUnitOf = ({ sizeUnit, reduceOnly }: ContractTicket): SizeUnit =>
  reduceOnly && sizeUnit === "cost" ? "value" : sizeUnit;

/** Whether the ticket has prices that depend on the chosen trigger price type. */
export const hasTrigger = ({ order, hasProtection }: ContractTicket): boolean =>
  hasProtection || (order.type !== "limit" && order.type !== "market");
