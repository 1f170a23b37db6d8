/** Live data is painted at most this often. */
export const PULSE_MS = 100;

/** Something with news for those who watch it. */
export interface Publisher {
  publish(): void;
}

/**
 * The common beat of all stores: however much arrives, everything that changed is published together, at most once
 * each 100 ms, so that a burst of messages costs one paint.
 */
export class Pulse {
  private readonly marked = new Set<Publisher>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastMs = 0;

  /** Has `publisher` publish with the next beat. */
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
