import { setImmediate } from "node:timers/promises";

/** Longest time that projecting keeps the thread to itself; requests and sockets are served in between. */
export const SLICE_MS = 3;

/** Lets others have the thread whenever a slice of it is used up. */
export class Pause {
  private sliceEndMs = 0;

  /** Begins a slice. */
  restart(): void {
    this.sliceEndMs = performance.now() + SLICE_MS;
  }

  async whenDue(): Promise<void> {
    if (performance.now() < this.sliceEndMs) return;
    await setImmediate();
    this.restart();
  }
}
