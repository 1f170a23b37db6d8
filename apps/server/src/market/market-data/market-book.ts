import type { BookView } from "@candor/domain/engine-port";
import type { Side } from "@candor/domain/enumerations";
import { DepthLadder } from "@candor/wire/depth-ladder";

/** [price in ticks, quantity in lots]. */
export type BookLevel = readonly [number, number];

/** Price-level copy of one market's order book. */
export class MarketBook {
  readonly bids = new DepthLadder("buy");
  readonly asks = new DepthLadder("sell");
  /** Journal sequence number of the last known command that changed this book. */
  sequence = 0;

  /**
   * Replaces the book with the engine's view. Which command last changed it is unknown then, but none after `asOfSeq`
   * did: that number is used instead, so that sequences never go back across a restart.
   */
  reset(view: BookView): void {
    this.bids.clear();
    this.asks.clear();
    // From worst price to best, so that each insertion is an append.
    for (const [price, quantity] of [...view.bids].reverse()) this.bids.set(price, quantity);
    for (const [price, quantity] of [...view.asks].reverse()) this.asks.set(price, quantity);
    this.sequence = view.asOfSeq;
  }

  setLevel(side: Side, priceTicks: number, totalLots: number, seq: number): void {
    (side === "buy" ? this.bids : this.asks).set(priceTicks, totalLots);
    this.sequence = seq;
  }

  /**
   * Returns the best `levels` levels of one side, best first, with `step` ticks merged into one level: bids round down
   * and asks up, so that a merged level never shows a better price than its orders have.
   */
  levels(side: Side, levels: number, step = 1): BookLevel[] {
    const ladder = side === "buy" ? this.bids : this.asks;
    const merged: [number, number][] = [];
    let last: [number, number] | undefined;
    for (let rank = 0; rank < ladder.size; rank++) {
      const ticks = ladder.priceAt(rank);
      const price = side === "buy" ? Math.max(ticks - (ticks % step), 1) : Math.ceil(ticks / step) * step;
      if (last?.[0] === price) {
        last[1] += ladder.quantityAt(rank);
        continue;
      }
      if (merged.length === levels) break;
      last = [price, ladder.quantityAt(rank)];
      merged.push(last);
    }
    return merged;
  }
}
