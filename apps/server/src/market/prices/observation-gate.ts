import type { Clock, Timer } from "./clock.ts";
import type { PriceObservation } from "./price-source.ts";

/** Limits each market and source to four observations a second in the journal. */
const SEND_EVERY_MS = 250;
/** Interval for repeating an unchanged price: the core accepts a source for 10 s. */
const REPEAT_EVERY_MS = 2_000;

/**
 * Limits the rate of observations of one market and source, one at a time: the latest wins, and an unchanged price
 * waits for its repetition.
 */
export class ObservationGate {
  private readonly clock: Clock;
  private readonly send: (observation: PriceObservation) => Promise<void>;
  private waiting: PriceObservation | undefined;
  private sent: PriceObservation | undefined;
  private sentAtMs = Number.NEGATIVE_INFINITY;
  private sending = false;
  private timer: Timer | undefined;
  private stopped = false;

  constructor(clock: Clock, send: (observation: PriceObservation) => Promise<void>) {
    this.clock = clock;
    this.send = send;
  }

  offer(observation: PriceObservation): void {
    this.waiting = observation;
    this.pass();
  }

  stop(): void {
    this.stopped = true;
    this.timer?.cancel();
  }

  private pass(): void {
    const { waiting } = this;
    if (waiting === undefined || this.sending || this.stopped) return;
    const paceMs = waiting.priceE8 === this.sent?.priceE8 ? REPEAT_EVERY_MS : SEND_EVERY_MS;
    const nowMs = this.clock.nowMs();
    const waitMs = this.sentAtMs + paceMs - nowMs;
    this.timer?.cancel();
    if (waitMs > 0) {
      this.timer = this.clock.after(waitMs, () => this.pass());
      return;
    }
    this.waiting = undefined;
    this.sent = waiting;
    this.sentAtMs = nowMs;
    this.sending = true;
    void this.send(waiting).finally(() => {
      this.sending = false;
      this.pass();
    });
  }
}
