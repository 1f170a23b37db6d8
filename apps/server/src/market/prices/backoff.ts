const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/**
 * How long to wait before the next try: doubling from half a second to half a minute, each shortened by up to a half
 * at random, so that a thousand clients of one lost server do not come back at once.
 */
export class Backoff {
  private readonly random: () => number;
  private failures = 0;

  /** `random`: 0 ≤ x < 1. */
  constructor(random: () => number) {
    this.random = random;
  }

  nextDelayMs(): number {
    const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.failures);
    if (longest < LONGEST_DELAY_MS) this.failures++;
    return Math.round(longest * (1 - this.random() / 2));
  }

  succeeded(): void {
    this.failures = 0;
  }
}
