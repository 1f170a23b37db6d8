/** Work of one connection, in order: a step that returns a promise delays those after it. */
export class OrderedSteps {
  private readonly queued: (() => Promise<void> | undefined)[] = [];
  private isWaiting = false;

  /** Runs a step as soon as all earlier ones have ended; at once if none waits. A step must not reject. */
  add(step: () => Promise<void> | undefined): void {
    this.queued.push(step);
    if (!this.isWaiting) this.run();
  }

  private run(): void {
    for (let next = this.queued.shift(); next !== undefined; next = this.queued.shift()) {
      const waiting = next();
      if (waiting === undefined) continue;
      this.isWaiting = true;
      const goOn = (): void => {
        this.isWaiting = false;
        this.run();
      };
      waiting.then(goOn, goOn);
      return;
    }
  }
}

/** Runs work at once, or after a promise; a rejected one is as good, because the work finds out what is missing. */
export function runAfter(ready: Promise<void> | undefined, work: () => void): Promise<void> | undefined {
  if (ready !== undefined) return ready.then(work, work);
  work();
  return undefined;
}
