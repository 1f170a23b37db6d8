import type { TimeMode, TimeState } from "./trusted-time.ts";

const MODES: readonly TimeMode[] = ["in-step", "ahead", "held"];
/** Indexes in the shared memory. */
const CELL = {
  mode: 0,
  stoppedMs: 1,
  offsetUs: 2,
  deviationMs: 3,
  isSinceStart: 4,
  isKnown: 5,
  /** 0 unless the clock is manual. */
  manualMs: 6,
} as const;
const CELLS = 7;
const US = 1_000;
const NS_PER_MS = 1_000_000;
/** Like MAX_DEVIATION_MS: no reading exceeds it before the engine has checked the clock. */
const LEEWAY_MS = 60_000;

/** The monotonic clock, the same in all threads of a process. */
const monotonicMs = (): number => Number(process.hrtime.bigint()) / NS_PER_MS;

/** State of the exchange's clock, for display. */
export interface ClockView {
  readonly isHeld: boolean;
  /** System clock minus expected time; negative when it is behind. */
  readonly deviationMs: number;
  /** The exchange's time is ahead of a clock that was set back, which was accepted. */
  readonly isAhead: boolean;
}

/** Memory in which the engine's thread publishes its time to all other threads. */
export const newSharedTime = (): SharedArrayBuffer =>
  new SharedArrayBuffer(CELLS * BigInt64Array.BYTES_PER_ELEMENT);

/** Time that stands still until it is set, in memory that all threads share. It never goes back. */
export class ManualTime {
  private readonly cells: BigInt64Array;

  constructor(memory: SharedArrayBuffer) {
    this.cells = new BigInt64Array(memory);
  }

  /** 0 until it was set. */
  nowMs(): number {
    return Number(Atomics.load(this.cells, CELL.manualMs));
  }

  /** Ignores an earlier time. Only one thread at a time may call it. */
  set(nowMs: number): void {
    if (nowMs > this.nowMs()) Atomics.store(this.cells, CELL.manualMs, BigInt(nowMs));
  }
}

/** Publishes the engine's time. */
export class TimePublisher {
  private readonly cells: BigInt64Array;

  constructor(memory: SharedArrayBuffer) {
    this.cells = new BigInt64Array(memory);
  }

  publish(nowMs: number, { mode, deviationMs, expectedMs, sinceStart }: TimeState): void {
    const { cells } = this;
    Atomics.store(cells, CELL.stoppedMs, BigInt(nowMs));
    Atomics.store(cells, CELL.offsetUs, BigInt(Math.round((expectedMs - monotonicMs()) * US)));
    Atomics.store(cells, CELL.deviationMs, BigInt(Math.round(deviationMs)));
    Atomics.store(cells, CELL.isSinceStart, sinceStart ? 1n : 0n);
    Atomics.store(cells, CELL.mode, BigInt(MODES.indexOf(mode)));
    Atomics.store(cells, CELL.isKnown, 1n);
  }
}

/** Reads the engine's time in another thread. Returns the system clock until the engine has started. */
export class TimeReader {
  private readonly cells: BigInt64Array;
  private readonly wallMs: () => number;
  private lastMs = 0;

  constructor(memory: SharedArrayBuffer, wallMs: () => number = Date.now) {
    this.cells = new BigInt64Array(memory);
    this.wallMs = wallMs;
  }

  get view(): ClockView {
    const mode = this.mode;
    return { isHeld: mode === "held", isAhead: mode === "ahead", deviationMs: this.read(CELL.deviationMs) };
  }

  /**
   * Returns the time for users and programs. While the exchange's time is held, this one follows the monotonic clock,
   * so that sessions and signed requests neither expire nor stall; if held since the start, it is the system clock.
   */
  nowMs(): number {
    const manualMs = this.read(CELL.manualMs);
    if (manualMs !== 0) return manualMs;
    const wallMs = this.wallMs();
    if (this.read(CELL.isKnown) === 0) return wallMs;
    const expectedMs = monotonicMs() + this.read(CELL.offsetUs) / US;
    const { mode } = this;
    const isByWall = mode === "in-step" || this.read(CELL.isSinceStart) === 1;
    const nowMs = !isByWall
      ? expectedMs
      : mode === "held"
        ? wallMs
        : Math.min(wallMs, expectedMs + LEEWAY_MS);
    this.lastMs = mode === "held" ? nowMs : Math.max(this.lastMs, nowMs);
    return Math.floor(this.lastMs);
  }

  /** Returns the exchange's time, which stops while it is held. */
  exchangeMs(): number {
    return this.mode === "held" ? this.read(CELL.stoppedMs) : this.nowMs();
  }

  private get mode(): TimeMode {
    return MODES[this.read(CELL.mode)] as TimeMode;
  }

  private read(cell: number): number {
    return Number(Atomics.load(this.cells, cell));
  }
}
