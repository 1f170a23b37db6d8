/** A busy moment is none. */
const NOTICED_MS = 2_000;

/**
 * Notices, at looks that come at an interval, that this process stood still (a machine that slept, or was moved) or that
 * the clock was set: time in which no client could be heard is not a client's silence.
 */
export class Standstill {
  private readonly everyMs: number;
  private lookedAtMs: number;

  constructor(everyMs: number, nowMs: number) {
    this.everyMs = everyMs;
    this.lookedAtMs = nowMs;
  }

  /** @returns by how much the clock went on, or back, without this process; 0 as a rule */
  look(nowMs: number): number {
    const skippedMs = nowMs - this.lookedAtMs - this.everyMs;
    this.lookedAtMs = nowMs;
    return Math.abs(skippedMs) < NOTICED_MS ? 0 : skippedMs;
  }
}

/** When a client counts as heard of, after a standstill. */
export function heardAfter(heardAtMs: number, skippedMs: number, nowMs: number): number {
  return skippedMs === 0 ? heardAtMs : Math.min(heardAtMs + skippedMs, nowMs);
}
