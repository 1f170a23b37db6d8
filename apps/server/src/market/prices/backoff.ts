const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/**
 * Delay before the next try: doubles from half a second to half a minute, each randomly shortened by up to half, so
 * that a thousand clients of one lost server do not reconnect at once.
 */
export class Backoff {
  private readonly random: () => number;
  private failures = 0;

  /** `random` returns 0 ≤ x < 1. */
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
