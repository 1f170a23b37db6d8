import type { EventBatch } from "@candor/domain/engine-port";

/** How far the tables are behind what the projector has read. */
export interface Lag {
  readonly commands: number;
  /** Time since the oldest unwritten command arrived here, or between it and the newest, whichever is longer. */
  readonly ms: number;
}

interface Unwritten {
  readonly lastSeq: number;
  /** Journal time. */
  readonly timeMs: number;
  readonly receivedAtMs: number;
}

/** Measures the lag from the batches that the projector has received. Its memory is bounded by the projector's backlog. */
export class ProjectionLag {
  private unwritten: Unwritten[] = [];
  private readonly nowMs: () => number;

  /** @param nowMs a clock that never goes back */
  constructor(nowMs: () => number = () => performance.now()) {
    this.nowMs = nowMs;
  }

  received({ lastSeq, timeMs }: EventBatch): void {
    this.unwritten.push({ lastSeq, timeMs, receivedAtMs: this.nowMs() });
  }

  /** @param reachedSeq the last command in the tables */
  at(reachedSeq: number): Lag {
    this.forget(reachedSeq);
    const oldest = this.unwritten[0];
    const newest = this.unwritten.at(-1);
    if (oldest === undefined || newest === undefined) return { commands: 0, ms: 0 };
    const ms = Math.max(newest.timeMs - oldest.timeMs, this.nowMs() - oldest.receivedAtMs);
    return { commands: newest.lastSeq - reachedSeq, ms: Math.round(ms) };
  }

  /** Drops what is written. */
  forget(reachedSeq: number): void {
    if ((this.unwritten[0]?.lastSeq ?? Number.POSITIVE_INFINITY) > reachedSeq) return;
    this.unwritten = this.unwritten.filter(({ lastSeq }) => lastSeq > reachedSeq);
  }
}
