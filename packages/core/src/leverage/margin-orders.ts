import { CODES, MARGIN, NONE, USER_NEXT } from "../memory/order-slab.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { isLever } from "../state/orders/order-codes.ts";

/** The slots of a margin account's live orders, newest first. */
export function ordersOf(state: ExchangeState, account: LeverAccount): number[] {
  const { orders } = state;
  const { ints, moreInts } = orders.slab;
  const slots: number[] = [];
  for (let slot = orders.newestOf(account.userId); slot !== NONE; slot = ints[slot + USER_NEXT] as number)
    if (isLever(ints[slot + CODES] as number) && moreInts[slot + MARGIN] === account.margin) slots.push(slot);
  return slots;
}
