import { setImmediate, setTimeout as sleep } from "node:timers/promises";

/** Maximum time that projecting blocks its thread; statements of readers and messages are served in between. */
const SLICE_MS = 3;
/** How long work without hurry leaves the processor to other threads after each slice. */
const REST_MS = 2;

/** Yields the thread whenever a time slice is used up. */
export class Pause {
  private readonly mayRest: () => boolean;
  private sliceEndMs = 0;

  /**
   * @param mayRest whether nobody waits for the work at the moment. Then the processor rests, too: threads that serve
   * orders need it for moments only, but a busy one keeps it for milliseconds at a time, whatever its priority
   */
  constructor(mayRest: () => boolean = () => false) {
    this.mayRest = mayRest;
  }

  restart(): void {
    this.sliceEndMs = performance.now() + SLICE_MS;
  }

  async whenDue(): Promise<void> {
    if (performance.now() < this.sliceEndMs) return;
    if (this.mayRest()) await sleep(REST_MS);
    else await setImmediate();
    this.restart();
  }
}
