import { setImmediate } from "node:timers/promises";
import type { Clock, Timer } from "./clock.ts";
import type { KlineStore, MissingHistory } from "./kline-store.ts";
import type { PriceSource } from "./price-source.ts";

/** Delay before failed requests are retried. */
export const BACKFILL_RETRY_MS = 30_000;

/**
 * Fills the charts while the exchange already runs: from the read models, and at a first start with the price sources'
 * history, so that a trader never sees an empty chart. Failed requests are retried until nothing is missing.
 */
export class KlineBackfill {
  private readonly store: KlineStore;
  private readonly sources: readonly PriceSource[];
  private readonly clock: Clock;
  private readonly bars: number;
  private readonly onProblem: (problem: Error) => void;
  private retry: Timer | undefined;
  private stopped = false;

  /** @param bars requested from a source per period */
  constructor(
    store: KlineStore,
    sources: readonly PriceSource[],
    clock: Clock,
    bars: number,
    onProblem: (problem: Error) => void,
  ) {
    this.store = store;
    this.sources = sources;
    this.clock = clock;
    this.bars = bars;
    this.onProblem = onProblem;
  }

  /** Resolves after one round over everything missing; further rounds run on their own. Never rejects. */
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
      return [new Error("charts not loaded yet", { cause })];
    }
    if (this.bars === 0) return [];
    const failed = new Map<PriceSource, unknown>();
    for (const missing of this.store.missingHistory) {
      for (const source of this.sourcesOf(missing)) {
        if (this.stopped || failed.has(source)) continue;
        try {
          if (await this.fillFrom(source, missing)) break;
        } catch (problem) {
          // The source is unreachable, so skip it for all other charts of this round.
          failed.set(source, problem);
        }
      }
    }
    const problems = [...failed].map(
      ([source, cause]) => new Error(`no history from ${source.name} yet`, { cause }),
    );
    return [...problems, ...(await this.keep())];
  }

  /** A source without history leaves it to the next one. */
  private async fillFrom(source: PriceSource, missing: MissingHistory): Promise<boolean> {
    if (this.store.isShown(missing)) return true;
    // A simulated history is computed in this thread: yield in between.
    await setImmediate();
    const nowMs = this.clock.nowMs();
    const history = await source.history(missing.symbol, missing.period, this.bars, nowMs);
    if (history.length === 0 && source !== this.sourcesOf(missing).at(-1)) return false;
    await this.store.showHistory(missing, history, nowMs);
    return true;
  }

  /**
   * Saves after all are shown, because writing takes three times as long as loading. All history of a symbol is stored
   * under the name of its first source, no matter which source it came from, so that it can be found.
   */
  private async keep(): Promise<readonly Error[]> {
    try {
      for (const missing of this.store.missingHistory) {
        const [first] = this.sourcesOf(missing);
        if (this.stopped || first === undefined) continue;
        await this.store.keepHistory(missing, first.name);
      }
      return [];
    } catch (cause) {
      return [new Error("histories not saved yet", { cause })];
    }
  }

  private sourcesOf({ symbol }: MissingHistory): readonly PriceSource[] {
    return this.sources.filter((each) => each.symbols.includes(symbol));
  }

  stop(): void {
    this.stopped = true;
    this.retry?.cancel();
  }
}
