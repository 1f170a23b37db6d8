import { newSharedTime, TimeReader } from "../../engine/runtime/shared-time.ts";

/** Time for the price feeds, so that a test can control it. */
export interface Clock extends Timers {
  nowMs(): number;
}

/** Calls at times of a clock. A manual clock waits for the promise that a call returns, which must not reject. */
export interface Timers {
  /** Calls once, after `delayMs`. */
  after(delayMs: number, call: () => unknown): Timer;
  /** Calls repeatedly, first after `periodMs`. */
  every(periodMs: number, call: () => unknown): Timer;
}

export interface Timer {
  cancel(): void;
}

/** The system's timers. */
export const SYSTEM_TIMERS: Timers = {
  after: (delayMs, call) => {
    const handle = setTimeout(call, delayMs);
    return { cancel: () => clearTimeout(handle) };
  },
  every: (periodMs, call) => {
    const handle = setInterval(call, periodMs);
    return { cancel: () => clearInterval(handle) };
  },
};

/** The time that the engine trusts, used by the whole server (docs/adr/0028-time.md), and the system's timers. */
export class ExchangeClock implements Clock {
  readonly time: TimeReader;

  constructor(memory: SharedArrayBuffer = newSharedTime()) {
    this.time = new TimeReader(memory);
  }

  nowMs(): number {
    return this.time.nowMs();
  }

  after(delayMs: number, call: () => unknown): Timer {
    return SYSTEM_TIMERS.after(delayMs, call);
  }

  every(periodMs: number, call: () => unknown): Timer {
    return SYSTEM_TIMERS.every(periodMs, call);
  }
}
