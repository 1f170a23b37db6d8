/** Minimum gap; a busy moment is shorter. */
const NOTICED_MS = 2_000;

/**
 * Detects at regular checks that this process was suspended (a machine that slept or was migrated) or that the clock
 * was set. During that time no client could be heard, so it must not count as silence.
 */
export class Standstill {
  private readonly everyMs: number;
  private lookedAtMs: number;

  constructor(everyMs: number, nowMs: number) {
    this.everyMs = everyMs;
    this.lookedAtMs = nowMs;
  }

  /** @returns how far the clock moved forward or back without this process; normally 0 */
  look(nowMs: number): number {
    const skippedMs = nowMs - this.lookedAtMs - this.everyMs;
    this.lookedAtMs = nowMs;
    return Math.abs(skippedMs) < NOTICED_MS ? 0 : skippedMs;
  }
}

/** Returns when a client counts as last heard, after a standstill. */
export function heardAfter(heardAtMs: number, skippedMs: number, nowMs: number): number {
  return skippedMs === 0 ? heardAtMs : Math.min(heardAtMs + skippedMs, nowMs);
}
