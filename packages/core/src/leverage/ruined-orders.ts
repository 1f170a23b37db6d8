import { RULES } from "@candor/domain/rules";
import { BUY, LEVEL, PRICE_TICKS, SELL, SIDE } from "../memory/order-slab.ts";
import { closeOrder } from "../orders/order-life.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { BY_MISSING_FUNDS, CANCELED } from "../state/orders/order-codes.ts";
import { ordersOf } from "./margin-orders.ts";
import { isRuinous, ruinTriggerTicks } from "./ruinous-price.ts";

/** Whether the rules in force re-examine resting orders. */
export function watchesRuin(state: ExchangeState): boolean {
  return state.rules >= RULES.ruinedOrders;
}

/**
 * Queues the account at the index where one of its resting orders would ruin it: an order that was sound when placed,
 * and would fill far from the index after a gap. On each side the worst price comes first.
 */
export function placeRuin(state: ExchangeState, account: LeverAccount): void {
  const { pair, row } = account;
  let below = 0;
  let above = 0;
  if (watchesRuin(state) && account.hasDebt) {
    const { ints } = state.orders.slab;
    let highestBuy = 0;
    let lowestSell = 0;
    for (const slot of ordersOf(state, account)) {
      if (ints[slot + LEVEL] === 0) continue;
      const ticks = ints[slot + PRICE_TICKS] as number;
      if (ints[slot + SIDE] === BUY) highestBuy = Math.max(highestBuy, ticks);
      else if (lowestSell === 0 || ticks < lowestSell) lowestSell = ticks;
    }
    for (const [side, ticks] of [
      [BUY, highestBuy],
      [SELL, lowestSell],
    ] as const) {
      const trigger = ticks === 0 ? 0 : ruinTriggerTicks(state, account, side, ticks);
      if (trigger > 0) below = Math.max(below, trigger);
      else if (trigger < 0) above = above === 0 ? 0 - trigger : Math.min(above, 0 - trigger);
    }
  }
  pair.ruinedBelow.place(row, below);
  pair.ruinedAbove.place(row, above);
}

/**
 * Cancels the account's resting orders whose prices would ruin it at the current index, within the command's budget.
 */
export function cancelRuinous(state: ExchangeState, account: LeverAccount): void {
  const { leverage, orders } = state;
  const { ints } = orders.slab;
  for (const slot of ordersOf(state, account)) {
    const isRuined =
      ints[slot + LEVEL] !== 0 &&
      isRuinous(state, account, ints[slot + SIDE] as number, ints[slot + PRICE_TICKS] as number, 0);
    if (!isRuined) continue;
    leverage.ruinedLeft--;
    closeOrder(state, slot, CANCELED, BY_MISSING_FUNDS);
    if (leverage.ruinedLeft === 0) return;
  }
}
