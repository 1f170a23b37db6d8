import { newSharedTime, TimeReader } from "../../engine/runtime/shared-time.ts";

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

/** The time that the engine trusts, as all of the server has it (docs/adr/0028-time.md), and the system's timers. */
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
