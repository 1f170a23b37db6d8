/** One tick of an index. */
export interface IndexTick {
  readonly timeMs: number;
  readonly priceE8: number;
}

/** Ticks kept per market: five minutes at two per second. */
export const MAX_RECENT_TICKS = 600;

/** The newest ticks of one index since this process started. */
export class RecentIndex {
  private readonly ring: IndexTick[] = [];
  private next = 0;

  add(tick: IndexTick): void {
    this.ring[this.next] = tick;
    this.next = (this.next + 1) % MAX_RECENT_TICKS;
  }

  /** Oldest first. */
  all(): IndexTick[] {
    return this.ring.length < MAX_RECENT_TICKS
      ? [...this.ring]
      : [...this.ring.slice(this.next), ...this.ring.slice(0, this.next)];
  }
}
