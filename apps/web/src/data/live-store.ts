import type { Publisher, Pulse } from "./pulse.ts";

/** How long a store stays subscribed after its last watcher left: pages change faster than subscriptions. */
const LINGER_MS = 2_000;

/**
 * Base class of stores outside React: subscribed while watched, publishes immutable snapshots on the common pulse.
 * `subscribe` and `getSnapshot` match React's `useSyncExternalStore`.
 */
export abstract class LiveStore<Snapshot> implements Publisher {
  private readonly pulse: Pulse;
  private readonly watchers = new Set<() => void>();
  private snapshot: Snapshot;
  private running = false;
  private lingering: ReturnType<typeof setTimeout> | undefined;

  protected constructor(pulse: Pulse, initial: Snapshot) {
    this.pulse = pulse;
    this.snapshot = initial;
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    clearTimeout(this.lingering);
    this.lingering = undefined;
    if (!this.running) {
      this.running = true;
      this.start();
    }
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size > 0 || this.lingering !== undefined) return;
      this.lingering = setTimeout(() => this.rest(), LINGER_MS);
    };
  };

  readonly getSnapshot = (): Snapshot => this.snapshot;

  publish(): void {
    this.snapshot = this.build();
    for (const watcher of this.watchers) watcher();
  }

  /** Called when the first watcher arrives. */
  protected abstract start(): void;
  /** Called after the last watcher left. */
  protected abstract stop(): void;
  /** Returns the current state as a new, immutable value. */
  protected abstract build(): Snapshot;

  /** Schedules publication on the next pulse. */
  protected changed(): void {
    this.pulse.mark(this);
  }

  private rest(): void {
    this.lingering = undefined;
    if (this.watchers.size > 0) return;
    this.running = false;
    this.stop();
  }
}
