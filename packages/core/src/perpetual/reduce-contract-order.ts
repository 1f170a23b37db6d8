import { PRICE_TICKS, QUANTITY_LOTS, REMAINING_LOTS, SIDE } from "../book/order-slab.ts";
import type { ExchangeState } from "../exchange-state.ts";
import { NO_REASON, REDUCED } from "../orders/order-codes.ts";
import { noteChange, tellOrder } from "../spot/order-life.ts";
import { mayOnlyReduce, positionOf } from "./contract-order-life.ts";
import { countResting } from "./order-margin.ts";
import { tidyPositions } from "./tidy-positions.ts";

/** Reduces a live contract order by `lots`, keeping its priority. `lots` must be less than its remaining quantity. */
export function reduceContractOrder(state: ExchangeState, slot: number, lots: number): void {
  const position = positionOf(state, slot);
  const { market } = position.contract;
  const { ints } = state.orders.slab;
  ints[slot + QUANTITY_LOTS] = (ints[slot + QUANTITY_LOTS] as number) - lots;
  if (market.book.isResting(slot)) {
    market.book.reduce(slot, lots);
    state.levels.touch(market.id, ints[slot + SIDE] as number, ints[slot + PRICE_TICKS] as number);
    if (!mayOnlyReduce(state, slot)) countResting(state, position, slot, 0 - lots);
  } else {
    ints[slot + REMAINING_LOTS] = (ints[slot + REMAINING_LOTS] as number) - lots;
  }
  noteChange(state, slot);
  tellOrder(state, slot, REDUCED, NO_REASON, 0);
  state.perpetual.touchAgain(position, "margin");
  tidyPositions(state);
}
