import { setTimeout as sleep } from "node:timers/promises";
import type { EnginePort } from "@candor/domain/engine-port";
import { CLOCK_SETTING } from "@candor/domain/setting-names";
import type { ClockView, TimeReader } from "../../engine/runtime/shared-time.ts";
import type { Clock, Timer } from "../../market/prices/clock.ts";
import { clockOf } from "../../records/live-settings/clock-setting.ts";
import type { LiveSettings } from "../../records/live-settings/live-settings.ts";
import type { AlarmPort } from "./alarms.ts";

const LOOK_EVERY_MS = 200;
/** A clock that lags by an accepted jump drifts: report it again only after another minute of change. */
const REPORT_STEP_MS = 60_000;
const ACCEPTED_WITHIN_MS = 5_000;
const ACCEPTED_STEP_MS = 20;

export interface ClockGuardParts {
  readonly engine: Pick<EnginePort, "execute">;
  readonly live: Pick<LiveSettings, "find">;
  readonly time: Pick<TimeReader, "view">;
  /** Reports to the engine's thread that the clock is right as it is. */
  readonly accept: (deviationMs: number) => void;
  readonly timers: Pick<Clock, "every">;
  readonly alarms: AlarmPort;
  readonly log: { info(message: string): void; warn(message: string): void };
}

/** State of the clock, for health, console and metrics. */
export interface ClockHealth extends ClockView {
  /** Journal time of the change; `undefined` if it never jumped. */
  readonly sinceMs: number | undefined;
  /** Command of the change; 0 if it never jumped. */
  readonly heldWithSeq: number;
}

/**
 * Journals the clock state that the engine's thread finds, so that markets are cancel-only while it is held, and the
 * next process has that state. The time itself is frozen from the first reading on, without waiting for this.
 */
export class ClockGuard {
  private readonly parts: ClockGuardParts;
  private timer: Timer | undefined;
  private entering: Promise<void> | undefined;

  constructor(parts: ClockGuardParts) {
    this.parts = parts;
  }

  /** Resolves once the journal has the current clock state. */
  async start(): Promise<void> {
    await this.look();
    this.timer = this.parts.timers.every(LOOK_EVERY_MS, () => {
      this.look().catch((error: unknown) => this.parts.log.warn(`the clock's state: ${String(error)}`));
    });
  }

  stop(): void {
    this.timer?.cancel();
  }

  get isHeld(): boolean {
    return this.parts.time.view.isHeld;
  }

  /** Whether the exchange accepts prices: only after the journal says that the clock is no longer held. */
  get acceptsPrices(): boolean {
    return !this.isHeld && !clockOf(this.parts.live).isHeld;
  }

  health(): ClockHealth {
    const setting = this.parts.live.find(CLOCK_SETTING);
    return { ...this.parts.time.view, sinceMs: setting?.setAtMs, heldWithSeq: setting?.seq ?? 0 };
  }

  /**
   * Accepts the clock as right.
   * @param deviationMs deviation of the jump that the operator saw
   * @returns false if another jump has occurred since, or nothing is held
   */
  async accept(deviationMs: number): Promise<boolean> {
    const { time, accept } = this.parts;
    if (!time.view.isHeld) return false;
    accept(deviationMs);
    for (let waitedMs = 0; waitedMs < ACCEPTED_WITHIN_MS; waitedMs += ACCEPTED_STEP_MS) {
      if (!time.view.isHeld) {
        await this.look();
        return true;
      }
      await sleep(ACCEPTED_STEP_MS);
    }
    return false;
  }

  private look(): Promise<void> {
    this.entering ??= this.enter().finally(() => {
      this.entering = undefined;
    });
    return this.entering;
  }

  private async enter(): Promise<void> {
    const { engine, live, time, alarms, log } = this.parts;
    const { isHeld, isAhead, deviationMs } = time.view;
    if (isHeld) alarms.raise("clock-held", `the system clock is ${inWords(deviationMs)} the expected time`);
    else alarms.clear("clock-held");
    const known = clockOf(live);
    const wanted = isHeld || isAhead ? deviationMs : 0;
    const isTold = isHeld || Math.abs(wanted - known.deviationMs) <= REPORT_STEP_MS;
    if (known.isHeld === isHeld && isTold) return;
    const { executed } = await engine.execute({ kind: "hold-clock", isHeld, deviationMs: wanted });
    if (executed.error !== undefined) throw new Error(`hold-clock was rejected: ${executed.error}`);
    if (isHeld)
      log.warn(
        `the system clock is ${inWords(deviationMs)} the expected time: markets are cancel-only and time is stopped until it returns or an operator accepts it (npm run operator -- clock accept)`,
      );
    else if (isAhead)
      log.warn(
        `the system clock is ${inWords(deviationMs)} the exchange's time, which was accepted: time continues at its own pace`,
      );
    else log.info("the exchange's time follows the system clock");
  }
}

function inWords(deviationMs: number): string {
  const seconds = Math.round(Math.abs(deviationMs) / 1_000);
  return `${seconds.toLocaleString("en")} s ${deviationMs > 0 ? "ahead of" : "behind"}`;
}
