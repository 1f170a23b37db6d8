/** Time over which a mark is averaged. Binance does not publish its own. */
const WINDOW_MS = 60_000;

interface Sample {
  readonly timeMs: number;
  readonly ticks: number;
}

/** Moving averages of the marks that a stream has sent, by market. */
export class MarkAverages {
  private readonly samples = new Map<number, Sample[]>();

  /** Adds a mark, and returns the average of the last minute's in ticks, rounded. */
  add(marketId: number, ticks: number, timeMs: number): number {
    const earlier = this.samples.get(marketId) ?? [];
    const recent = [...earlier.filter((each) => each.timeMs > timeMs - WINDOW_MS), { timeMs, ticks }];
    this.samples.set(marketId, recent);
    return Math.round(recent.reduce((sum, each) => sum + each.ticks, 0) / recent.length);
  }
}
