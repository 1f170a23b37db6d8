/** An entry waiting for a price. */
export interface PendingAlert {
  readonly alertId: number;
  readonly targetE8: number;
}

/**
 * Alerts of one market and direction in a binary heap with the nearest target on top. An index tick checks only the
 * top, however many alerts wait, and removes only those it has reached.
 */
export class AlertQueue<Alert extends PendingAlert> {
  private readonly heap: Alert[] = [];
  private readonly direction: "above" | "below";

  constructor(direction: "above" | "below") {
    this.direction = direction;
  }

  get size(): number {
    return this.heap.length;
  }

  add(alert: Alert): void {
    this.heap.push(alert);
    this.rise(this.heap.length - 1);
  }

  /** Removes and returns the alerts reached by this index, nearest target first; equal ones in id order. */
  take(indexE8: number): Alert[] {
    const reached: Alert[] = [];
    for (let [top] = this.heap; top !== undefined && this.isReached(top, indexE8); [top] = this.heap) {
      reached.push(top);
      this.removeAt(0);
    }
    return reached;
  }

  /** Linear search: alerts are rarely removed, and an index tick never waits for it. */
  remove(alertId: number): void {
    const at = this.heap.findIndex((alert) => alert.alertId === alertId);
    if (at >= 0) this.removeAt(at);
  }

  private isReached({ targetE8 }: Alert, indexE8: number): boolean {
    return this.direction === "above" ? indexE8 >= targetE8 : indexE8 <= targetE8;
  }

  private isBefore(a: Alert, b: Alert): boolean {
    if (a.targetE8 === b.targetE8) return a.alertId < b.alertId;
    return this.direction === "above" ? a.targetE8 < b.targetE8 : a.targetE8 > b.targetE8;
  }

  private removeAt(at: number): void {
    const last = this.heap.pop();
    if (last === undefined || at === this.heap.length) return;
    this.heap[at] = last;
    this.rise(at);
    this.sink(at);
  }

  private rise(from: number): void {
    for (let at = from; at > 0; ) {
      const above = (at - 1) >> 1;
      if (!this.swapIfBefore(at, above)) return;
      at = above;
    }
  }

  private sink(from: number): void {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      const right = left + 1;
      const a = this.heap[left];
      const b = this.heap[right];
      if (a === undefined) return;
      const first = b !== undefined && this.isBefore(b, a) ? right : left;
      if (!this.swapIfBefore(first, at)) return;
      at = first;
    }
  }

  /** Swaps a lower entry with the one above if it sorts first. */
  private swapIfBefore(lower: number, upper: number): boolean {
    const a = this.heap[lower];
    const b = this.heap[upper];
    if (a === undefined || b === undefined || !this.isBefore(a, b)) return false;
    this.heap[lower] = b;
    this.heap[upper] = a;
    return true;
  }
}
