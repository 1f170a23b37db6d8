import { CORE_LIMITS } from "../../core-limits.ts";
import { NONE } from "../../memory/order-slab.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { BY_DATE, EXPIRED } from "../../state/orders/order-codes.ts";
import { closeContractOrder } from "./contract-order-life.ts";
import { refreshPositions } from "./refresh-positions.ts";

/** Ends the orders whose time is over: at most CORE_LIMITS.maxExpiredPerCommand, earliest first. */
export function expireOrders(state: ExchangeState): void {
  const { expiring, orders } = state;
  let left = CORE_LIMITS.maxExpiredPerCommand;
  while (left > 0 && state.timeMs >= expiring.nextMs) {
    const slot = orders.find(expiring.shift());
    if (slot === NONE) continue;
    left--;
    closeContractOrder(state, slot, EXPIRED, BY_DATE);
  }
  refreshPositions(state);
}
