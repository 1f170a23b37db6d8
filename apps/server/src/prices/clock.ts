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

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  after(delayMs, call) {
    const handle = setTimeout(call, delayMs);
    return { cancel: () => clearTimeout(handle) };
  },
  every(periodMs, call) {
    const handle = setInterval(call, periodMs);
    return { cancel: () => clearInterval(handle) };
  },
};
