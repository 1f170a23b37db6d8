import { isReduceOnly, triggerByOf } from "@candor/codec/event-record";
import { TRIGGER_BYS } from "@candor/domain/enumerations";
import type { Ticks } from "@candor/money/brand";
import { CODES, HAS_MORE, STOP_LOSS_TICKS, TAKE_PROFIT_TICKS, TERMS } from "../../memory/order-slab.ts";
import { scratch } from "../../memory/scratch.ts";
import type { ChangedOrder } from "../../orders/changed-order.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { ContractTicket } from "./contract-ticket.ts";
import { placeTicket } from "./place-contract-order.ts";

const ticket = scratch(new ContractTicket());

/**
 * Places a contract order in the place of the live one at `slot`, whose other terms it has, or rejects it and leaves that
 * one. Rejections: those of placeContractOrder.
 */
export function changeContractPrice(state: ExchangeState, order: ChangedOrder, slot: number): void {
  const { ints, moreInts, moreNumbers } = state.orders.slab;
  const codes = ints[slot + CODES] as number;
  const hasMore = (codes & HAS_MORE) !== 0;
  const more = (field: number): Ticks => (hasMore ? (moreInts[slot + field] as number) : 0) as Ticks;
  const isRead = ticket.readContract(state, {
    ...order,
    triggerBy: TRIGGER_BYS[triggerByOf(codes)] ?? "mark",
    reduceOnly: isReduceOnly(codes),
    leverage: 0,
    takeProfitTicks: more(TAKE_PROFIT_TICKS),
    stopLossTicks: more(STOP_LOSS_TICKS),
    // The key was described for the change.
    key: "",
  });
  if (!isRead) return state.reject("trade.invalidParameters");
  ticket.terms = hasMore ? (moreNumbers[(slot >> 1) + TERMS] as number) : 0;
  placeTicket(state, ticket, order.key, slot);
}
