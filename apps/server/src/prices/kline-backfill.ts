import { setImmediate } from "node:timers/promises";
import type { Clock, Timer } from "./clock.ts";
import { SERIES_CAPACITY } from "./kline-series.ts";
import type { KlineStore } from "./kline-store.ts";
import type { PriceSource } from "./price-source.ts";

/** Before what could not be had is asked for again. */
export const BACKFILL_RETRY_MS = 30_000;

/**
 * Fills the charts while the exchange already runs: from the read models, and at a first start with the history of
 * the price sources, so that a trader never meets an empty chart. What cannot be had now is asked for again until it
 * comes or there is nothing more to fill.
 */
export class KlineBackfill {
  private readonly store: KlineStore;
  private readonly sources: readonly PriceSource[];
  private readonly clock: Clock;
  private readonly onProblem: (problem: Error) => void;
  private retry: Timer | undefined;
  private stopped = false;

  constructor(
    store: KlineStore,
    sources: readonly PriceSource[],
    clock: Clock,
    onProblem: (problem: Error) => void,
  ) {
    this.store = store;
    this.sources = sources;
    this.clock = clock;
    this.onProblem = onProblem;
  }

  /** Resolves after one round over all that is missing; further rounds follow by themselves. Never rejects. */
  async run(): Promise<void> {
    const problems = await this.round();
    if (problems.length === 0 || this.stopped) return;
    for (const problem of problems) this.onProblem(problem);
    this.retry = this.clock.after(BACKFILL_RETRY_MS, () => void this.run());
  }

  private async round(): Promise<readonly Error[]> {
    try {
      await this.store.fill();
    } catch (cause) {
      return [new Error("charts not read yet", { cause })];
    }
    const failed = new Map<PriceSource, unknown>();
    for (const missing of this.store.missingHistory) {
      const { symbol, period } = missing;
      const source = this.sources.find((each) => each.symbols.includes(symbol));
      if (this.stopped || source === undefined || failed.has(source)) continue;
      try {
        // A simulated history is drawn in this thread: let others in between.
        await setImmediate();
        const nowMs = this.clock.nowMs();
        const history = await source.history(symbol, period, SERIES_CAPACITY, nowMs);
        await this.store.addHistory(missing, source.name, history, nowMs);
      } catch (problem) {
        // Not reachable now: that is not improved by asking it for all the others too.
        failed.set(source, problem);
      }
    }
    return [...failed].map(([source, cause]) => new Error(`no history from ${source.name} yet`, { cause }));
  }

  stop(): void {
    this.stopped = true;
    this.retry?.cancel();
  }
}
