import { setImmediate } from "node:timers/promises";
import type { Clock, Timer } from "./clock.ts";
import type { KlineStore, MissingHistory } from "./kline-store.ts";
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
  private readonly bars: number;
  private readonly onProblem: (problem: Error) => void;
  private retry: Timer | undefined;
  private stopped = false;

  /** @param bars of each period that are asked of a source */
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
    if (this.bars === 0) return [];
    const failed = new Map<PriceSource, unknown>();
    for (const missing of this.store.missingHistory) {
      for (const source of this.sourcesOf(missing)) {
        if (this.stopped || failed.has(source)) continue;
        try {
          if (await this.fillFrom(source, missing)) break;
        } catch (problem) {
          // Not reachable now: that is not improved by asking it for all the others too.
          failed.set(source, problem);
        }
      }
    }
    const problems = [...failed].map(
      ([source, cause]) => new Error(`no history from ${source.name} yet`, { cause }),
    );
    return [...problems, ...(await this.keep())];
  }

  /** A source without any leaves it to the next. */
  private async fillFrom(source: PriceSource, missing: MissingHistory): Promise<boolean> {
    if (this.store.isShown(missing)) return true;
    // A simulated history is drawn in this thread: let others in between.
    await setImmediate();
    const nowMs = this.clock.nowMs();
    const history = await source.history(missing.symbol, missing.period, this.bars, nowMs);
    if (history.length === 0 && source !== this.sourcesOf(missing).at(-1)) return false;
    await this.store.showHistory(missing, history, nowMs);
    return true;
  }

  /**
   * After all are shown, because writing them takes three times as long as having them. All of a symbol's history is kept
   * under the name of its first source, whichever of them gave it, so that it is found again.
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
      return [new Error("histories not kept yet", { cause })];
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
