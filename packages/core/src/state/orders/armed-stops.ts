import { divideFloor } from "@candor/money/integer";

/** Spent places at the front of the queue before it is made shorter. */
const COMPACT_AT = 1_024;

/**
 * Orders that have met their trigger and wait to be set off, first come first served. One that is canceled while it
 * waits stays in the queue and is passed over when its turn comes: its id is not live any more.
 */
export class ArmedStops {
  private ids: number[] = [];
  private front = 0;

  get isEmpty(): boolean {
    return this.front === this.ids.length;
  }

  push(orderId: number): void {
    this.ids.push(orderId);
  }

  /** The next order's id. The queue is not empty. */
  shift(): number {
    const id = this.ids[this.front++] as number;
    if (this.front >= COMPACT_AT && this.front >= divideFloor(this.ids.length, 2)) {
      this.ids = this.ids.slice(this.front);
      this.front = 0;
    }
    return id;
  }

  forEach(visit: (orderId: number) => void): void {
    for (let i = this.front; i < this.ids.length; i++) visit(this.ids[i] as number);
  }
}
