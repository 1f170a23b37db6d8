/** Entries below which nothing is removed early. */
const COMPACT_FROM = 1_024;

interface Entry {
  readonly atMs: number;
  readonly orderId: number;
}

/**
 * Live orders with an expiry, the earliest first and at the same time by id: a binary heap. An order that ends earlier
 * stays in it until its time, or until most entries are such. Snapshots do not contain it: it follows from the orders.
 */
export class ExpiringOrders {
  /** When the next entry is due. */
  nextMs = Number.POSITIVE_INFINITY;
  private heap: Entry[] = [];
  private compactAt = COMPACT_FROM;
  private readonly isLive: (orderId: number) => boolean;

  /** @param isLive whether an order still needs its entry */
  constructor(isLive: (orderId: number) => boolean) {
    this.isLive = isLive;
  }

  /** Entries, including those of ended orders. */
  get size(): number {
    return this.heap.length;
  }

  add(orderId: number, atMs: number): void {
    if (this.heap.length >= this.compactAt) this.compact();
    this.heap.push({ atMs, orderId });
    this.rise(this.heap.length - 1);
    this.refresh();
  }

  /** Removes the entry that is due next. @returns its order, which may have ended; there must be one */
  shift(): number {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined) throw new Error("no order expires");
    if (heap.length > 0) {
      heap[0] = last;
      this.sink(0);
    }
    this.refresh();
    return first.orderId;
  }

  private compact(): void {
    // A sorted list is a heap.
    this.heap = this.heap.filter(({ orderId }) => this.isLive(orderId)).sort(compare);
    this.compactAt = Math.max(COMPACT_FROM, this.heap.length * 2);
  }

  private refresh(): void {
    this.nextMs = this.heap[0]?.atMs ?? Number.POSITIVE_INFINITY;
  }

  private rise(start: number): void {
    let at = start;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  private sink(start: number): void {
    let at = start;
    for (;;) {
      const left = at * 2 + 1;
      const right = left + 1;
      if (left >= this.heap.length) return;
      const child =
        right < this.heap.length && compare(this.heap[right] as Entry, this.heap[left] as Entry) < 0
          ? right
          : left;
      if (!this.swapIfEarlier(child, at)) return;
      at = child;
    }
  }

  /** Swaps two entries if the one at `child` is due before the one at `parent`. */
  private swapIfEarlier(child: number, parent: number): boolean {
    const { heap } = this;
    const lower = heap[child] as Entry;
    const upper = heap[parent] as Entry;
    if (compare(lower, upper) >= 0) return false;
    heap[child] = upper;
    heap[parent] = lower;
    return true;
  }
}

function compare(a: Entry, b: Entry): number {
  return a.atMs - b.atMs || a.orderId - b.orderId;
}
