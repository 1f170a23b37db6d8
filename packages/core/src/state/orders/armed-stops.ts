import { divideFloor } from "@candor/money/integer";

/** Number of consumed places at the front at which the queue is compacted. */
const COMPACT_AT = 1_024;

/**
 * Orders that have reached their trigger and are queued, first come, first served. One that is canceled meanwhile stays
 * in the queue and is skipped at its turn, because its id is no longer live.
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

  /** Removes and returns the next order's id. The queue must not be empty. */
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
