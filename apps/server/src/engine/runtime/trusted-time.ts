/** Maximum drift between the system clock and the monotonic clock within an hour. */
const MAX_DEVIATION_MS = 60_000;
/** A live exchange that was down for longer starts with its time held, since a wrong clock looks the same. */
const MAX_DOWNTIME_MS = 7 * 24 * 3_600_000;
/** A sandbox accepts a jump once the clock has been stable for this long. */
export const SANDBOX_ACCEPTS_AFTER_MS = 60_000;

/** Interval for resetting the drift: a slightly fast clock is not a jump. */
const ANCHOR_MS = 3_600_000;
/** Maximum difference between readings of the same jump. */
const SAME_JUMP_MS = 5_000;

export type TimeMode =
  /** The exchange's time is the system's clock. */
  | "in-step"
  /** The clock was set back and this was accepted: time continues at its own pace. */
  | "ahead"
  /** The clock jumped. The exchange's time does not advance until the clock returns or someone accepts it. */
  | "held";

/** Clock state in the journal when a process starts. */
export interface JournaledTime {
  /** Time of the last command; 0 if there is none. */
  readonly lastMs: number;
  readonly isHeld: boolean;
  /** Clock minus the exchange's time; negative when the clock is behind and this was accepted. */
  readonly deviationMs: number;
}

export interface TimeSettings {
  /** How long a jump must last before it is accepted automatically; undefined when a person has to accept it. */
  readonly acceptsAfterMs: number | undefined;
  readonly maxDowntimeMs: number;
  /** Whether the time is the one in the shared memory, which someone sets (CANDOR_CLOCK=manual). */
  readonly isManual?: boolean;
}

/** A sandbox, which sleeps with its laptop, accepts jumps by itself; with real money a person must. */
export const timeSettingsOf = (mode: "sandbox" | "live", isManual = false): TimeSettings =>
  mode === "sandbox"
    ? { acceptsAfterMs: SANDBOX_ACCEPTS_AFTER_MS, maxDowntimeMs: Number.POSITIVE_INFINITY, isManual }
    : { acceptsAfterMs: undefined, maxDowntimeMs: MAX_DOWNTIME_MS };

export interface TimeState {
  readonly mode: TimeMode;
  /** System clock minus expected time. */
  readonly deviationMs: number;
  /** The time without the jump. */
  readonly expectedMs: number;
  /** Held since this process started: no monotonic clock shows the right time. */
  readonly sinceStart: boolean;
}

/**
 * Stamps commands with the time: the system clock, read once per batch, as long as it keeps pace with the monotonic
 * clock. A jump of more than a minute, in either direction or since the last process, holds the time: it stops, so that
 * nothing accrues, falls due or expires (docs/adr/0028-time.md).
 */
export class TrustedTime {
  private readonly settings: TimeSettings;
  private readonly wallMs: () => number;
  private readonly elapsedMs: () => number;
  private mode: TimeMode = "in-step";
  private sinceStart = false;
  private lastMs: number;
  private lastElapsedMs: number;
  /** Expected clock time at a reading of the monotonic clock. */
  private anchorMs: number;
  private anchorElapsedMs: number;
  private deviationMs = 0;
  /** Deviation of a clock that was set back, while it is accepted. */
  private acceptedMs = 0;
  /** The held jump, and since when the clock has been stable at it. */
  private heldDeviationMs = 0;
  private steadySinceMs = 0;

  /**
   * @param wallMs the system's clock
   * @param elapsedMs the monotonic clock
   */
  constructor(
    journaled: JournaledTime,
    settings: TimeSettings,
    wallMs: () => number = Date.now,
    elapsedMs: () => number = () => performance.now(),
  ) {
    this.settings = settings;
    this.wallMs = wallMs;
    this.elapsedMs = elapsedMs;
    const nowMs = wallMs();
    this.lastMs = journaled.lastMs;
    this.lastElapsedMs = elapsedMs();
    this.anchorMs = nowMs;
    this.anchorElapsedMs = this.lastElapsedMs;
    if (journaled.lastMs > 0) this.start(journaled, nowMs);
  }

  /** Never goes backward. */
  nowMs(): number {
    // Read the system clock first: time is then never ahead of it, however long this thread waits between the two
    // readings.
    const wallMs = this.wallMs();
    const elapsedMs = this.elapsedMs();
    this.deviationMs = wallMs - this.expectedAt(elapsedMs);
    if (this.mode === "held") this.lookAtHeld(elapsedMs);
    else if (Math.abs(this.deviationMs - this.acceptedMs) > MAX_DEVIATION_MS && !this.hasCaughtUp)
      this.hold(elapsedMs);
    this.advance(wallMs, elapsedMs);
    this.lastElapsedMs = elapsedMs;
    return Math.floor(this.lastMs);
  }

  get state(): TimeState {
    const { mode, deviationMs, sinceStart } = this;
    return { mode, deviationMs, sinceStart, expectedMs: this.expectedAt(this.lastElapsedMs) };
  }

  /**
   * Accepts the clock as correct.
   * @param deviationMs of the jump the operator saw
   * @returns false when nothing is held, or another jump has happened since
   */
  accept(deviationMs: number): boolean {
    this.nowMs();
    if (this.mode !== "held" || Math.abs(this.deviationMs - deviationMs) > MAX_DEVIATION_MS) return false;
    this.acceptPresent();
    this.nowMs();
    return true;
  }

  private start({ lastMs, isHeld, deviationMs }: JournaledTime, nowMs: number): void {
    const gapMs = nowMs - lastMs;
    const isNear = Math.abs(gapMs) <= MAX_DEVIATION_MS;
    if (isNear) return;
    // The earlier acceptance still applies: the clock is no further behind than before.
    if (!isHeld && gapMs < 0 && gapMs >= deviationMs - MAX_DEVIATION_MS) {
      this.mode = "ahead";
      this.anchorMs = Math.max(lastMs, nowMs - deviationMs);
      this.acceptedMs = nowMs - this.anchorMs;
      return;
    }
    if (!isHeld && gapMs > 0 && gapMs <= this.settings.maxDowntimeMs) return;
    this.anchorMs = lastMs;
    this.deviationMs = gapMs;
    this.sinceStart = true;
    this.hold(this.anchorElapsedMs);
  }

  private expectedAt(elapsedMs: number): number {
    return this.anchorMs + elapsedMs - this.anchorElapsedMs;
  }

  /** The clock was behind, which was accepted, and has caught up with the time. */
  private get hasCaughtUp(): boolean {
    return this.mode === "ahead" && Math.abs(this.deviationMs) <= MAX_DEVIATION_MS;
  }

  private hold(elapsedMs: number): void {
    this.mode = "held";
    this.heldDeviationMs = this.deviationMs;
    this.steadySinceMs = elapsedMs;
  }

  private lookAtHeld(elapsedMs: number): void {
    if (Math.abs(this.deviationMs) <= MAX_DEVIATION_MS) {
      this.release("in-step", 0);
      return;
    }
    if (this.acceptedMs !== 0 && Math.abs(this.deviationMs - this.acceptedMs) <= MAX_DEVIATION_MS) {
      this.release("ahead", this.acceptedMs);
      return;
    }
    if (Math.abs(this.deviationMs - this.heldDeviationMs) > SAME_JUMP_MS) {
      this.heldDeviationMs = this.deviationMs;
      this.steadySinceMs = elapsedMs;
    }
    const { acceptsAfterMs } = this.settings;
    if (acceptsAfterMs !== undefined && elapsedMs - this.steadySinceMs >= acceptsAfterMs)
      this.acceptPresent();
  }

  private acceptPresent(): void {
    const { deviationMs } = this;
    if (deviationMs > 0) this.anchorMs += deviationMs;
    this.release(deviationMs > 0 ? "in-step" : "ahead", Math.min(0, deviationMs));
    if (deviationMs > 0) this.deviationMs = 0;
  }

  private release(mode: TimeMode, acceptedMs: number): void {
    this.mode = mode;
    this.acceptedMs = acceptedMs;
    this.sinceStart = false;
  }

  private advance(wallMs: number, elapsedMs: number): void {
    if (this.mode === "held") return;
    if (this.hasCaughtUp) this.release("in-step", 0);
    const passedMs = elapsedMs - this.lastElapsedMs;
    if (this.mode === "ahead") this.lastMs = Math.max(this.lastMs, this.expectedAt(elapsedMs));
    else if (wallMs >= this.lastMs) this.lastMs = wallMs;
    // Set back by less than a minute: run at half pace until the clock has caught up.
    else this.lastMs += passedMs / 2;
    if (elapsedMs - this.anchorElapsedMs < ANCHOR_MS) return;
    this.anchorMs = this.mode === "ahead" ? this.expectedAt(elapsedMs) : wallMs;
    this.anchorElapsedMs = elapsedMs;
    if (this.mode === "ahead") this.acceptedMs = wallMs - this.anchorMs;
  }
}
