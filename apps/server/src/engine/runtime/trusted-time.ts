/** The system's clock may leave the monotonic one by so much within an hour, and no more. */
export const MAX_DEVIATION_MS = 60_000;
/** A live exchange that was down for longer starts held: a clock that is wrong looks the same. */
export const MAX_DOWNTIME_MS = 7 * 24 * 3_600_000;
/** A sandbox accepts a jump by itself once the clock has stayed with it for so long. */
export const SANDBOX_ACCEPTS_AFTER_MS = 60_000;

/** The deviation is measured again from here on: a clock that is a little fast is no jump. */
const ANCHOR_MS = 3_600_000;
/** How far readings of one jump may differ. */
const SAME_JUMP_MS = 5_000;

export type TimeMode =
  /** The exchange's time is the system's clock. */
  | "in-step"
  /** The clock was set back and somebody accepted that: time goes on at its own pace. */
  | "ahead"
  /** The clock jumped. The exchange's time does not advance until it returns or somebody accepts it. */
  | "held";

/** What the journal knows of the clock when a process starts. */
export interface JournaledTime {
  /** Time of the last command; 0: there is none. */
  readonly lastMs: number;
  readonly isHeld: boolean;
  /** How far the clock was from the exchange's time; below zero: it was behind, and that was accepted. */
  readonly deviationMs: number;
}

export interface TimeSettings {
  /** How long a jump has to last until it is accepted without anybody; undefined: somebody has to. */
  readonly acceptsAfterMs: number | undefined;
  readonly maxDowntimeMs: number;
}

/** A sandbox, which sleeps with its laptop, needs nobody; real money does. */
export const timeSettingsOf = (mode: "sandbox" | "live"): TimeSettings =>
  mode === "sandbox"
    ? { acceptsAfterMs: SANDBOX_ACCEPTS_AFTER_MS, maxDowntimeMs: Number.POSITIVE_INFINITY }
    : { acceptsAfterMs: undefined, maxDowntimeMs: MAX_DOWNTIME_MS };

export interface TimeState {
  readonly mode: TimeMode;
  /** The system's clock minus where it was expected to be. */
  readonly deviationMs: number;
  /** Where time would be without the jump. */
  readonly expectedMs: number;
  /** Held since this process started: no monotonic clock says what is right. */
  readonly sinceStart: boolean;
}

/**
 * The time that commands are stamped with. It is the system's clock, read once for each batch, as long as that clock keeps
 * pace with the monotonic one. A jump of more than a minute, in either direction or since the last process, is held: time
 * stands still, so that nothing accrues, falls due or expires (docs/adr/0028-time.md).
 */
export class TrustedTime {
  private readonly settings: TimeSettings;
  private readonly wallMs: () => number;
  private readonly elapsedMs: () => number;
  private mode: TimeMode = "in-step";
  private sinceStart = false;
  private lastMs: number;
  private lastElapsedMs: number;
  /** Where the clock was, or should have been, at a reading of the monotonic one. */
  private anchorMs: number;
  private anchorElapsedMs: number;
  private deviationMs = 0;
  /** Of the clock that was set back, while that is accepted. */
  private acceptedMs = 0;
  /** The jump that is held, and since when the clock has stayed with it. */
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

  /** Never goes back. */
  nowMs(): number {
    // The clock first: time is then never ahead of it, however long this thread waits between the two readings.
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
   * Somebody says that the clock is right as it is.
   * @param deviationMs of the jump that they saw
   * @returns false: nothing is held, or another jump has come since
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
    // What was accepted before holds on: the clock is behind by no more than it was.
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

  /** The clock was behind by acceptance and is where time is. */
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
    // Set back by less than a minute: half the pace until the clock has caught up.
    else this.lastMs += passedMs / 2;
    if (elapsedMs - this.anchorElapsedMs < ANCHOR_MS) return;
    this.anchorMs = this.mode === "ahead" ? this.expectedAt(elapsedMs) : wallMs;
    this.anchorElapsedMs = elapsedMs;
    if (this.mode === "ahead") this.acceptedMs = wallMs - this.anchorMs;
  }
}
