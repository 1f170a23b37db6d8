import { setImmediate } from "node:timers/promises";

/** Maximum time that projecting blocks its thread; statements of readers and messages are served in between. */
const SLICE_MS = 3;

/** Yields the thread whenever a time slice is used up. */
export class Pause {
  private sliceEndMs = 0;

  restart(): void {
    this.sliceEndMs = performance.now() + SLICE_MS;
  }

  async whenDue(): Promise<void> {
    if (performance.now() < this.sliceEndMs) return;
    await setImmediate();
    this.restart();
  }
}
