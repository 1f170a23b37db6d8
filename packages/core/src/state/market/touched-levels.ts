import type { EventWriter } from "@candor/codec/event-writer";
import type { Market } from "./market.ts";

const INITIAL_LEVELS = 64;
/** Up to this count an insertion sort is faster than the built-in one. */
const FEW = 32;

/** The price levels that the current command changed. Each is emitted once, with its final total. */
export class TouchedLevels {
  /** Two entries per level: market × 2 + side, and price in ticks. */
  private places = new Int32Array(INITIAL_LEVELS * 2);
  private count = 0;

  touch(marketId: number, side: number, ticks: number): void {
    const { places, count } = this;
    const book = marketId * 2 + side;
    const at = count * 2;
    if (count > 0 && places[at - 1] === ticks && places[at - 2] === book) return;
    if (at === places.length) this.grow();
    this.places[at] = book;
    this.places[at + 1] = ticks;
    this.count = count + 1;
  }

  private grow(): void {
    const wider = new Int32Array(this.places.length * 2);
    wider.set(this.places);
    this.places = wider;
  }

  /** Writes a level-changed event for each, by market, side and price, and clears the list. */
  flush(markets: readonly Market[], out: EventWriter): void {
    if (this.count > 1) this.sort();
    const { places, count } = this;
    for (let i = 0; i < count; i++) {
      const book = places[i * 2] as number;
      const ticks = places[i * 2 + 1] as number;
      if (i > 0 && places[i * 2 - 1] === ticks && places[i * 2 - 2] === book) continue;
      const market = markets[book >> 1] as Market;
      out.levelChanged(market.id, book & 1, ticks, market.book.levelLots(book & 1, ticks));
    }
    this.count = 0;
  }

  private sort(): void {
    const { places, count } = this;
    if (count > FEW) {
      const levels = Array.from({ length: count }, (_, i) => places.slice(i * 2, i * 2 + 2));
      levels.sort((a, b) => (a[0] as number) - (b[0] as number) || (a[1] as number) - (b[1] as number));
      levels.forEach((level, i) => {
        places.set(level, i * 2);
      });
      return;
    }
    for (let i = 2; i < count * 2; i += 2) {
      const book = places[i] as number;
      const ticks = places[i + 1] as number;
      let at = i - 2;
      while (at >= 0 && isAfter(places[at] as number, places[at + 1] as number, book, ticks)) {
        places[at + 2] = places[at] as number;
        places[at + 3] = places[at + 1] as number;
        at -= 2;
      }
      places[at + 2] = book;
      places[at + 3] = ticks;
    }
  }
}

function isAfter(book: number, ticks: number, otherBook: number, otherTicks: number): boolean {
  return book > otherBook || (book === otherBook && ticks > otherTicks);
}
