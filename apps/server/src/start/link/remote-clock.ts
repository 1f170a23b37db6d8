import { newSharedTime, TimePublisher } from "../../engine/runtime/shared-time.ts";
import { ExchangeClock } from "../../market/prices/clock.ts";
import type { TimeSample } from "./link-messages.ts";

/** A sample that took longer than this times the quickest one is not used, because its age is uncertain. */
const WORST_TRIP = 1.5;
/** A sample is used after this time in any case. */
const OLDEST_MS = 10_000;

/**
 * The exchange's time in a process that may run on another machine: it follows the core's clock, not that of its own
 * machine, by samples whose age is known from the round trip.
 */
export class RemoteClock {
  readonly clock: ExchangeClock;
  private readonly publisher: TimePublisher;
  private quickestMs = Number.POSITIVE_INFINITY;
  private usedMs = Number.NEGATIVE_INFINITY;

  constructor() {
    const memory = newSharedTime();
    this.publisher = new TimePublisher(memory);
    this.clock = new ExchangeClock(memory);
  }

  /** Another core's clock counts from now on. */
  restart(): void {
    this.quickestMs = Number.POSITIVE_INFINITY;
  }

  /** @param roundTripMs of the question that the sample answers */
  accept({ nowMs, exchangeMs, isHeld, deviationMs }: TimeSample, roundTripMs: number): void {
    const elapsedMs = performance.now() - this.usedMs;
    if (roundTripMs > this.quickestMs * WORST_TRIP && elapsedMs < OLDEST_MS) return;
    this.quickestMs = Math.min(roundTripMs, elapsedMs < OLDEST_MS ? this.quickestMs : roundTripMs);
    this.usedMs = performance.now();
    const expectedMs = nowMs + roundTripMs / 2;
    // `ahead`: by the monotonic clock from here on. This machine's own clock never counts.
    this.publisher.publish(isHeld ? exchangeMs : Math.round(expectedMs), {
      mode: isHeld ? "held" : "ahead",
      deviationMs,
      expectedMs,
      sinceStart: false,
    });
  }
}
