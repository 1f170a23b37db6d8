import { EFFECT } from "../memory/order-slab.ts";
import { scratch } from "../memory/scratch.ts";
import type { ChangedOrder } from "../orders/changed-order.ts";
import { Ticket } from "../orders/ticket.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { type FreedMargin, placeTicket } from "./place-lever-order.ts";

const ticket = scratch(new Ticket());

/**
 * Places a margin order in the place of the live one at `slot`, whose effect on the debts it has, or rejects it and leaves
 * that one. It borrows nothing: what a higher price needs must be in the account. Rejections: those of placeLeverOrder.
 */
export function changeLeverPrice(
  state: ExchangeState,
  order: ChangedOrder,
  slot: number,
  freed: FreedMargin,
): void {
  const pair = state.markets[order.marketId]?.lever;
  if (pair === undefined || !ticket.read(state, { kind: "place-order", ...order }))
    return state.reject("trade.invalidParameters");
  const effect = state.orders.slab.moreInts[slot + EFFECT] as number;
  placeTicket(state, pair, ticket, { effect, mayBorrow: false, leverage: 0, key: order.key }, freed);
}
