/** Minimum time between two paints of live data. */
const PULSE_MS = 100;

/** A store with pending changes for its watchers. */
export interface Publisher {
  publish(): void;
}

/**
 * Batches updates of all stores: all changes are published together, at most once every 100 ms, so that a burst of
 * messages costs one paint.
 */
export class Pulse {
  private readonly marked = new Set<Publisher>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastMs = 0;

  /** Schedules `publisher` for the next pulse. */
  mark(publisher: Publisher): void {
    this.marked.add(publisher);
    if (this.timer !== undefined) return;
    const waitMs = Math.max(0, this.lastMs + PULSE_MS - Date.now());
    this.timer = setTimeout(() => this.beat(), waitMs);
  }

  private beat(): void {
    this.timer = undefined;
    this.lastMs = Date.now();
    const due = [...this.marked];
    this.marked.clear();
    for (const publisher of due) publisher.publish();
  }
}
