import { newSharedTime, TimeReader } from "../../engine/runtime/shared-time.ts";

/** Time for the price feeds, so that a test can control it. */
export interface Clock {
  nowMs(): number;
  /** Calls once, after `delayMs`. */
  after(delayMs: number, call: () => void): Timer;
  /** Calls repeatedly, first after `periodMs`. */
  every(periodMs: number, call: () => void): Timer;
}

export interface Timer {
  cancel(): void;
}

/** The time that the engine trusts, used by the whole server (docs/adr/0028-time.md), and the system's timers. */
export class ExchangeClock implements Clock {
  readonly time: TimeReader;

  constructor(memory: SharedArrayBuffer = newSharedTime()) {
    this.time = new TimeReader(memory);
  }

  nowMs(): number {
    return this.time.nowMs();
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
