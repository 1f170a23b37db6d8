import { PRICE_TICKS, QUANTITY_LOTS, REMAINING_LOTS, SIDE } from "../../memory/order-slab.ts";
import { noteChange, tellOrder } from "../../orders/order-life.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { NO_REASON, REDUCED } from "../../state/orders/order-codes.ts";
import { mayOnlyReduce, positionOf } from "../order-life/contract-order-life.ts";
import { tidyPositions } from "../order-life/refresh-positions.ts";
import { countResting } from "../position/order-margin.ts";

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
