import type { TimeMode, TimeState } from "./trusted-time.ts";

const MODES: readonly TimeMode[] = ["in-step", "ahead", "held"];
/** Cells of the shared memory. */
const CELL = { mode: 0, stoppedMs: 1, offsetUs: 2, deviationMs: 3, isSinceStart: 4, isKnown: 5 } as const;
const CELLS = 6;
const US = 1_000;
const NS_PER_MS = 1_000_000;
/** As MAX_DEVIATION_MS: no reading goes beyond it before the engine has looked at the clock. */
const LEEWAY_MS = 60_000;

/** The monotonic clock as all threads of a process have it. */
const monotonicMs = (): number => Number(process.hrtime.bigint()) / NS_PER_MS;

/** How the exchange's clock does, for those who show it. */
export interface ClockView {
  readonly isHeld: boolean;
  /** The system's clock minus where it was expected; below zero: behind. */
  readonly deviationMs: number;
  /** The exchange's time runs ahead of a clock that was set back, which was accepted. */
  readonly isAhead: boolean;
}

/** Memory that the engine's thread writes where its time stands, and every other thread reads. */
export const newSharedTime = (): SharedArrayBuffer =>
  new SharedArrayBuffer(CELLS * BigInt64Array.BYTES_PER_ELEMENT);

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

/** Reads the engine's time in another thread. Until the engine has started it is the system's clock. */
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
   * What time it is for people and programs. While the exchange's time is held this one goes on at the pace of the monotonic
   * clock, so that sessions and signed requests neither expire nor wait; held since a start it is the system's clock.
   */
  nowMs(): number {
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

  /** What time it is for the exchange: stands still while it is held. */
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
