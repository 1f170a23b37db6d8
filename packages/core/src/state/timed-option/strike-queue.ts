import type { OpenOption, Tick } from "./open-option.ts";

/** A tick that is the strike of all options up to an id that have none from an earlier tick. */
interface Batch {
  readonly tick: Tick;
  readonly lastOptionId: number;
}

export interface Struck {
  readonly option: OpenOption;
  readonly tick: Tick;
}

const MANY = 64;

/**
 * Options of one market that wait for their strike, in order of purchase. A tick is the strike of all that wait. The
 * strikes are emitted in order, a bounded number per command.
 */
export class StrikeQueue {
  /** Some of them may have ended without a strike; they are skipped. */
  private waiting: OpenOption[] = [];
  private head = 0;
  private batches: Batch[] = [];
  private batchHead = 0;
  /** Options from here on wait for a tick. */
  private uncovered = 0;
  /** The newest option of this market, and the newest overall that has had a tick after it. */
  newestId = 0;
  coveredId = 0;

  push(option: OpenOption): void {
    this.waiting.push(option);
    this.newestId = option.optionId;
  }

  /** The oldest open option without a strike; undefined if none waits. */
  get firstWaiting(): OpenOption | undefined {
    for (;;) {
      const option = this.waiting[this.uncovered];
      if (option === undefined) return undefined;
      if (option.optionId > this.coveredId && option.status === "accepted") return option;
      this.uncovered++;
    }
  }

  /** The newest waiting option sold before `timeMs`; 0 if none. Waiting options are in order of sale. */
  lastBefore(timeMs: number): number {
    let lastOptionId = 0;
    let option = this.firstWaiting;
    for (let at = this.uncovered; option !== undefined; option = this.waiting[++at]) {
      if (option.acceptedAtMs >= timeMs) break;
      if (option.status === "accepted") lastOptionId = option.optionId;
    }
    return lastOptionId;
  }

  /**
   * Whether no tick has come since an option was bought, so that the next one is its strike (before version 3 of the
   * rules).
   */
  get needsTick(): boolean {
    return this.newestId > this.coveredId;
  }

  /** Whether some option may have a strike that is not yet emitted. */
  get hasWork(): boolean {
    return this.batchHead < this.batches.length;
  }

  /** `lastOptionId`: the newest of all options bought so far. */
  tick(tick: Tick, lastOptionId: number): void {
    this.batches.push({ tick, lastOptionId });
    this.coveredId = lastOptionId;
  }

  /** Removes and returns the next option that has a strike, with the strike; undefined if there is none. */
  shift(): Struck | undefined {
    for (let option = this.waiting[this.head]; option !== undefined; option = this.waiting[this.head]) {
      while ((this.batches[this.batchHead]?.lastOptionId ?? option.optionId) < option.optionId)
        this.batchHead++;
      const batch = this.batches[this.batchHead];
      if (batch === undefined) break;
      this.head++;
      if (option.status === "accepted") return { option, tick: batch.tick };
    }
    this.clearUsedBatches();
    return undefined;
  }

  /** The strike of a waiting option; undefined when no tick has come since it was bought. */
  strikeOf(optionId: number): Tick | undefined {
    for (let at = this.batchHead; at < this.batches.length; at++) {
      const batch = this.batches[at] as Batch;
      if (optionId <= batch.lastOptionId) return batch.tick;
    }
    return undefined;
  }

  forEachBatch(visit: (tick: Tick, lastOptionId: number) => void): void {
    for (let at = this.batchHead; at < this.batches.length; at++) {
      const { tick, lastOptionId } = this.batches[at] as Batch;
      visit(tick, lastOptionId);
    }
  }

  /** For snapshots only. Call in id order. */
  restoreWaiting(option: OpenOption): void {
    this.waiting.push(option);
  }

  restoreBatch(tick: Tick, lastOptionId: number): void {
    this.batches.push({ tick, lastOptionId });
  }

  /** Clears the used batches: no waiting option has a strike. */
  private clearUsedBatches(): void {
    this.batches = [];
    this.batchHead = 0;
    if (this.head < MANY || this.head * 2 < this.waiting.length) return;
    this.waiting = this.waiting.slice(this.head);
    this.uncovered = Math.max(0, this.uncovered - this.head);
    this.head = 0;
  }
}
