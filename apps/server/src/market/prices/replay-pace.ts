import { SYSTEM_TIMERS, type Timer } from "./clock.ts";
import type { ManualClock } from "./manual-clock.ts";

/** Real time between two moves of the clock. */
const MOVE_EVERY_MS = 20;
/** A machine that is further behind does not catch up. */
const MAX_BEHIND_MS = 1_000;
/** Recorded time between two looks at whether to stop. */
const MAX_MOVE_MS = 1_000;

export interface PaceSettings {
  /** Recorded time per unit of real time, at most. */
  readonly speed: number;
  /** Recorded milliseconds between two stops; 0: the clock stops for everything that is due. */
  readonly stepMs: number;
}

/**
 * Moves a recording's clock at a speed. What happens does not depend on how the moves are cut: with steps, each ends at a
 * multiple of them from where it began; without, the clock stops for all that is due. A slow machine only makes it slower.
 */
export class ReplayPace {
  private readonly clock: Pick<ManualClock, "advance">;
  private readonly settings: PaceSettings;
  private readonly onFailure: (error: Error) => void;
  private readonly monotonicMs: () => number;
  private timer: Timer | undefined;
  private moving: Promise<void> | undefined;
  /** Real time up to which recorded time has passed. */
  private movedAtMs = 0;

  /** @param onFailure called when time cannot pass any more */
  constructor(
    clock: Pick<ManualClock, "advance">,
    settings: PaceSettings,
    onFailure: (error: Error) => void,
    monotonicMs: () => number = () => performance.now(),
  ) {
    this.clock = clock;
    this.settings = settings;
    this.onFailure = onFailure;
    this.monotonicMs = monotonicMs;
  }

  start(): void {
    this.movedAtMs = this.monotonicMs();
    this.timer = SYSTEM_TIMERS.every(MOVE_EVERY_MS, () => void this.move());
  }

  /** Resolves once the clock stands still. */
  async stop(): Promise<void> {
    this.timer?.cancel();
    this.timer = undefined;
    await this.moving;
  }

  /** Moves the clock to where it should be by now. */
  move(): Promise<void> {
    this.moving ??= this.catchUp()
      .catch(this.onFailure)
      .finally(() => {
        this.moving = undefined;
      });
    return this.moving;
  }

  private async catchUp(): Promise<void> {
    const { speed, stepMs } = this.settings;
    const nowMs = this.monotonicMs();
    this.movedAtMs = Math.max(this.movedAtMs, nowMs - MAX_BEHIND_MS);
    let leftMs = Math.floor((nowMs - this.movedAtMs) * speed);
    while (leftMs > 0 && leftMs >= stepMs && this.timer !== undefined) {
      const moveMs = stepMs === 0 ? Math.min(leftMs, MAX_MOVE_MS) : stepMs;
      leftMs -= moveMs;
      this.movedAtMs += moveMs / speed;
      await this.clock.advance(moveMs, stepMs);
    }
  }
}
