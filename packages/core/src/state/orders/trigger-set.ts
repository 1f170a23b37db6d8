import type { OrderSlab } from "../../memory/order-slab.ts";
import { BUY } from "../../memory/order-slab.ts";
import { TrailingStops } from "./trailing-stops.ts";
import { FALLING, RISING, TriggerBook } from "./trigger-book.ts";

/** The untriggered orders that watch one price of a contract. A market has the same for its last price. */
export class TriggerSet {
  readonly triggers: TriggerBook;
  readonly trailingBuys: TrailingStops;
  readonly trailingSells: TrailingStops;
  trailingOrders = 0;

  constructor(slab: OrderSlab) {
    this.triggers = new TriggerBook(slab);
    this.trailingBuys = new TrailingStops(slab, RISING);
    this.trailingSells = new TrailingStops(slab, FALLING);
  }

  trailing(side: number): TrailingStops {
    return side === BUY ? this.trailingBuys : this.trailingSells;
  }
}
