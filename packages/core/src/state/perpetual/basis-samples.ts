/** The sampling interval. */
export const SAMPLE_MS = 1_000;
/** Maximum age of a sample. */
export const WINDOW_MS = 30_000;
/** Maximum number of samples in a window. */
export const WINDOW_SAMPLES = 30;

/** mid − index over the last 30 s, sampled once per second; in 1e-8 of the quote coin. */
export class BasisSamples {
  private readonly samples: { readonly atMs: number; readonly basisE8: number }[] = [];
  sumE8 = 0;
  /** Earliest time of the next sample. */
  nextAtMs = 0;

  get count(): number {
    return this.samples.length;
  }

  /** Drops samples older than the window. */
  drop(nowMs: number): void {
    for (;;) {
      const first = this.samples[0];
      if (first === undefined || first.atMs > nowMs - WINDOW_MS) return;
      this.sumE8 -= first.basisE8;
      this.samples.shift();
    }
  }

  add(atMs: number, basisE8: number): void {
    this.samples.push({ atMs, basisE8 });
    this.sumE8 += basisE8;
  }

  clear(): void {
    this.samples.length = 0;
    this.sumE8 = 0;
  }

  forEach(visit: (atMs: number, basisE8: number) => void): void {
    for (const { atMs, basisE8 } of this.samples) visit(atMs, basisE8);
  }
}
