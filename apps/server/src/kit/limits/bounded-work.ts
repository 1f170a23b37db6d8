/** Thrown when the queue is full. Try again later. */
export class BusyError extends Error {
  /** When to try again, in milliseconds; undefined if unknown. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.name = "BusyError";
    this.retryAfterMs = retryAfterMs;
  }
}

/** Runs heavy work a few items at a time, so that a flood slows only that work. */
export class BoundedWork {
  private readonly maxRunning: number;
  private readonly maxWaiting: number;
  private readonly busy: () => BusyError;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param busy creates the error thrown when the queue is full */
  constructor(maxRunning: number, maxWaiting: number, busy: () => BusyError) {
    this.maxRunning = maxRunning;
    this.maxWaiting = maxWaiting;
    this.busy = busy;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.maxRunning) {
      if (this.waiting.length >= this.maxWaiting) throw this.busy();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running--;
      else next();
    }
  }
}
