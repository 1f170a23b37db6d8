import { LEVEL, NONE, REMAINING_LOTS, USER_NEXT } from "../../memory/order-slab.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { LIMIT, MARKET } from "../../state/orders/order-codes.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { BOTH } from "../../state/perpetual/position-leg.ts";
import { belongsTo, mayOnlyReduce } from "../order-life/contract-order-life.ts";
import type { ContractTicket } from "./contract-ticket.ts";

/**
 * In hedge mode, rejects with trade.reduceOnly a closing order over more than the position has left after its resting
 * closing orders, as Binance does. Conditional orders close what is there when they are triggered.
 * `replaced`: slot of an order that ends before, or NONE.
 */
export function closesTooMuch(
  state: ExchangeState,
  order: ContractTicket,
  position: Position,
  replaced: number,
): boolean {
  if (position.leg === BOTH || !order.reduceOnly || (order.type !== LIMIT && order.type !== MARKET))
    return false;
  const left = position.closable(order.side) - restingClosingLots(state, position, replaced);
  if (order.quantityLots <= left) return false;
  state.reject("trade.reduceOnly");
  return true;
}

/** The lots of the position's other closing orders in the book. */
function restingClosingLots(state: ExchangeState, position: Position, replaced: number): number {
  if (position.reduceOnlyOrders === 0) return 0;
  const { orders } = state;
  const { ints } = orders.slab;
  let lots = 0;
  for (let slot = orders.newestOf(position.userId); slot !== NONE; slot = ints[slot + USER_NEXT] as number) {
    const isResting = slot !== replaced && ints[slot + LEVEL] !== 0 && mayOnlyReduce(state, slot);
    if (isResting && belongsTo(state, position, slot)) lots += ints[slot + REMAINING_LOTS] as number;
  }
  return lots;
}
