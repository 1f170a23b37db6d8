/**
 * The time of day as the exchange lives it: it follows the system's clock forward and goes on at its own pace when that
 * one is set back. Prices would stand still otherwise, and nothing expire, until the clock had caught up, while people
 * go on trading.
 */
export class SteadyTime {
  private readonly wallMs: () => number;
  private readonly elapsedMs: () => number;
  private lastMs: number;
  private lastElapsedMs: number;

  /**
   * @param notBeforeMs the time that was reached before, by an earlier process too
   * @param wallMs the system's clock
   * @param elapsedMs a clock that nobody sets
   */
  constructor(
    notBeforeMs: number,
    wallMs: () => number = Date.now,
    elapsedMs: () => number = () => performance.now(),
  ) {
    this.wallMs = wallMs;
    this.elapsedMs = elapsedMs;
    this.lastMs = notBeforeMs;
    this.lastElapsedMs = elapsedMs();
  }

  nowMs(): number {
    const elapsedMs = this.elapsedMs();
    this.lastMs = Math.max(this.wallMs(), this.lastMs + elapsedMs - this.lastElapsedMs);
    this.lastElapsedMs = elapsedMs;
    return Math.floor(this.lastMs);
  }

  /** Something has reached this time already. */
  notBefore(timeMs: number): void {
    this.lastMs = Math.max(this.nowMs(), timeMs);
  }
}
