import { ApiError, retryAfterMs } from "./api-error.ts";

/** `failed`: nothing could be fetched yet; any data shown came from the socket only. */
export type LoadState = "loading" | "ready" | "failed";

/** Delay between two tries. */
const RETRY_MS = 3_000;

/** Fetches a store's initial data. A later load replaces an earlier one; failed loads are retried. */
export class Loader<T> {
  private readonly fetch: (signal: AbortSignal) => Promise<T>;
  private readonly take: (value: T) => void;
  private readonly changed: () => void;
  private running: AbortController | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private stateNow: LoadState = "loading";
  private lastFailure: ApiError | undefined;

  constructor(fetch: (signal: AbortSignal) => Promise<T>, take: (value: T) => void, changed: () => void) {
    this.fetch = fetch;
    this.take = take;
    this.changed = changed;
  }

  /** Once ready, the state stays unchanged until a later load has a result. */
  get state(): LoadState {
    return this.stateNow;
  }

  /** Why the last load failed; undefined if it succeeded. */
  get failure(): ApiError | undefined {
    return this.lastFailure;
  }

  get loading(): boolean {
    return this.running !== undefined;
  }

  load(): void {
    this.stop();
    const controller = new AbortController();
    this.running = controller;
    void this.run(controller);
  }

  stop(): void {
    clearTimeout(this.retry);
    this.running?.abort();
    this.running = undefined;
  }

  private async run(controller: AbortController): Promise<void> {
    try {
      const value = await this.fetch(controller.signal);
      if (this.running !== controller) return;
      this.running = undefined;
      this.stateNow = "ready";
      this.lastFailure = undefined;
      this.take(value);
    } catch (error) {
      if (this.running !== controller) return;
      this.running = undefined;
      if (!(error instanceof ApiError)) throw error;
      this.lastFailure = error;
      if (this.stateNow === "loading") this.stateNow = "failed";
      // A rejection is final; rate limits and failures are retried.
      const waitMs = retryAfterMs(error);
      if (error.outcomeUnknown || waitMs > 0)
        this.retry = setTimeout(() => this.load(), Math.max(RETRY_MS, waitMs));
    }
    this.changed();
  }
}
