/**
 * The server's time, estimated from this device's clock and a measured offset. A reply with the server's time was
 * written between request and reply; assuming the middle, the error is at most half the round trip. The sample with the
 * shortest round trip is kept until a later one contradicts it, which means that one of the clocks was changed.
 */
export class ServerClock {
  private aheadMs = 0;
  private roundTripMs = Number.POSITIVE_INFINITY;

  /** In whole milliseconds, as the wire expects. */
  now(): number {
    return Math.round(Date.now() + this.aheadMs);
  }

  /** Applies a reply that has just arrived; `requestedAtMs` is the device time of its request. */
  measure(requestedAtMs: number, serverTimeMs: number): void {
    const roundTripMs = Date.now() - requestedAtMs;
    // The device's clock was set back in the meantime.
    if (roundTripMs < 0) return;
    const aheadMs = serverTimeMs - (requestedAtMs + roundTripMs / 2);
    const isContradicted = Math.abs(aheadMs - this.aheadMs) > (roundTripMs + this.roundTripMs) / 2;
    if (roundTripMs > this.roundTripMs && !isContradicted) return;
    this.aheadMs = aheadMs;
    this.roundTripMs = roundTripMs;
  }
}
