/**
 * The server's time, by this device's clock and how far the server's is ahead of it. An answer that says the server's time
 * was written between question and answer: taken for the middle, it is off by half the round trip at most. The shortest
 * round trip counts, until an answer contradicts it: then one of the clocks was set.
 */
export class ServerClock {
  private aheadMs = 0;
  private roundTripMs = Number.POSITIVE_INFINITY;

  /** In whole milliseconds, as the wire takes them. */
  now(): number {
    return Math.round(Date.now() + this.aheadMs);
  }

  /** Takes an answer that has just come to what was asked at `askedAtMs` of this device's clock. */
  measure(askedAtMs: number, serverTimeMs: number): void {
    const roundTripMs = Date.now() - askedAtMs;
    // The device's clock was set back in between.
    if (roundTripMs < 0) return;
    const aheadMs = serverTimeMs - (askedAtMs + roundTripMs / 2);
    const isContradicted = Math.abs(aheadMs - this.aheadMs) > (roundTripMs + this.roundTripMs) / 2;
    if (roundTripMs > this.roundTripMs && !isContradicted) return;
    this.aheadMs = aheadMs;
    this.roundTripMs = roundTripMs;
  }
}
