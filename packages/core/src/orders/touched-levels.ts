import { divideFloor } from "@candor/money/integer";
import type { EventWriter } from "@candor/protocol/event-writer";
import type { Market } from "../market/market.ts";

/** Prices are below it (LIMITS.maxPriceTicks), so that market, side and price are one safe integer. */
const PRICE_RANGE = 2_147_483_648;
/** Up to here an insertion sort is quicker than the built-in one. */
const FEW = 32;

/** The price levels that the present command changed, to be told once each with their final totals. */
export class TouchedLevels {
  private places = new Float64Array(64);
  private count = 0;

  touch(marketId: number, side: number, ticks: number): void {
    const place = (marketId * 2 + side) * PRICE_RANGE + ticks;
    const { count } = this;
    if (count > 0 && this.places[count - 1] === place) return;
    if (count === this.places.length) {
      const longer = new Float64Array(count * 2);
      longer.set(this.places);
      this.places = longer;
    }
    this.places[count] = place;
    this.count = count + 1;
  }

  /** Writes a level-changed event for each, by market, side and price, and forgets them. */
  flush(markets: readonly Market[], out: EventWriter): void {
    const { count } = this;
    if (count > 1) this.sort();
    let previous = -1;
    for (let i = 0; i < count; i++) {
      const place = this.places[i] as number;
      if (place === previous) continue;
      previous = place;
      const book = divideFloor(place, PRICE_RANGE);
      const ticks = place - book * PRICE_RANGE;
      const market = markets[book >> 1] as Market;
      out.levelChanged(market.id, book & 1, ticks, market.book.levelLots(book & 1, ticks));
    }
    this.count = 0;
  }

  private sort(): void {
    const { places, count } = this;
    if (count > FEW) {
      places.subarray(0, count).sort();
      return;
    }
    for (let i = 1; i < count; i++) {
      const place = places[i] as number;
      let at = i - 1;
      while (at >= 0 && (places[at] as number) > place) {
        places[at + 1] = places[at] as number;
        at--;
      }
      places[at + 1] = place;
    }
  }
}
