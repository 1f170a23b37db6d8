import type { Publisher, Pulse } from "./pulse.ts";

/** A store keeps listening for this long after its last watcher left: pages change faster than subscriptions. */
export const LINGER_MS = 2_000;

/**
 * A store outside the view: it listens while somebody watches and gives immutable snapshots, published on the common
 * beat. `subscribe` and `getSnapshot` are what React's `useSyncExternalStore` asks for.
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

  /** Somebody watches from now on. */
  protected abstract start(): void;
  /** Nobody watches any more. */
  protected abstract stop(): void;
  /** The present state as a new, immutable value. */
  protected abstract build(): Snapshot;

  /** Has the next beat publish what is new. */
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
