import { SteadyTime } from "../engine/steady-time.ts";

/** Time as the price feeds see it, so that a test can hold it in its hand. */
export interface Clock {
  nowMs(): number;
  /** Calls once, `delayMs` from now. */
  after(delayMs: number, call: () => void): Timer;
  /** Calls again and again, first `periodMs` from now. */
  every(periodMs: number, call: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}

/** So much may the system's clock be corrected without a word. */
const SILENT_CORRECTION_MS = 2_000;

/** The exchange's own time, which does not go back with the system's clock, and the system's timers. */
export class ExchangeClock implements Clock {
  private readonly time = new SteadyTime(0);
  private readonly warn: (message: string) => void;
  private isAhead = false;

  /** @param warn hears of it when the system's clock is behind */
  constructor(warn: (message: string) => void) {
    this.warn = warn;
  }

  nowMs(): number {
    const nowMs = this.time.nowMs();
    const aheadMs = nowMs - Date.now();
    const isAhead = aheadMs > SILENT_CORRECTION_MS;
    if (isAhead && !this.isAhead)
      this.warn(
        `the system's clock is ${Math.round(aheadMs / 1_000)} s behind the exchange's time, which goes on and never back`,
      );
    this.isAhead = isAhead;
    return nowMs;
  }

  /** The journal has reached this time. */
  notBefore(timeMs: number): void {
    this.time.notBefore(timeMs);
  }

  after(delayMs: number, call: () => void): Timer {
    const handle = setTimeout(call, delayMs);
    return { cancel: () => clearTimeout(handle) };
  }

  every(periodMs: number, call: () => void): Timer {
    const handle = setInterval(call, periodMs);
    return { cancel: () => clearInterval(handle) };
  }
}
