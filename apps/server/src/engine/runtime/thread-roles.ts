import { EngineUnavailableError } from "@candor/domain/engine-errors";
import { CLOCK_SETTING, type ClockSetting } from "@candor/domain/setting-names";
import { answerQuery } from "./answer-query.ts";
import { Engine } from "./engine.ts";
import type { EngineMachine } from "./engine-machine.ts";
import type { Answer, EngineRequest, EngineResult } from "./engine-messages.ts";
import type { ExchangeHome } from "./exchange-home.ts";
import type { Follower } from "./follower.ts";
import type { Recovered } from "./recover.ts";
import { ManualTime, TimePublisher } from "./shared-time.ts";
import type { SnapshotSchedule } from "./snapshot-schedule.ts";
import { writeStop } from "./stop-file.ts";
import { type TimeSettings, TrustedTime } from "./trusted-time.ts";

/** What the engine's thread does with requests. */
export interface ThreadRole {
  readonly lastSeq: number;
  execute(requests: readonly EngineRequest[]): EngineResult;
  /** Detects clock jumps. */
  lookAtClock(): void;
  /** @param deviationMs the difference that operators accepted */
  acceptClock(deviationMs: number): void;
  close(): Promise<void>;
}

export interface RoleSettings {
  readonly home: ExchangeHome;
  readonly schedule: SnapshotSchedule;
  /** Makes a snapshot as of a durable command, the last of its frame, in another thread. */
  readonly makeSnapshot: (seq: number) => Promise<void>;
}

export interface LeadingSettings extends RoleSettings {
  readonly timeSettings: TimeSettings;
  /** See TimePublisher. */
  readonly time: SharedArrayBuffer;
}

/** Executes commands and journals them. */
export class Leading implements ThreadRole {
  private readonly engine: Engine;
  /** Undefined if the clock is manual. */
  private readonly time: TrustedTime | undefined;
  private readonly clock: () => number;

  constructor({ machine, journal, snapshots, skips, report }: Recovered, settings: LeadingSettings) {
    if (settings.timeSettings.isManual === true) {
      const manual = new ManualTime(settings.time);
      // It continues where the last process stopped.
      manual.set(report.lastTimeMs);
      this.clock = () => manual.nowMs();
    } else {
      const time = trustedTimeOf(machine, report.lastTimeMs, settings.timeSettings);
      const publisher = new TimePublisher(settings.time);
      this.time = time;
      this.clock = () => {
        const nowMs = time.nowMs();
        publisher.publish(nowMs, time.state);
        return nowMs;
      };
    }
    this.clock();
    this.engine = new Engine({
      machine,
      journal,
      snapshots,
      skips,
      onUnexecutable: (error) => writeStop(settings.home, error),
      schedule: settings.schedule,
      makeSnapshot: settings.makeSnapshot,
      clock: this.clock,
    });
  }

  get lastSeq(): number {
    return this.engine.lastSeq;
  }

  /** Throws the cause of a failure unchanged: it ends the thread, and the port's owner reports the engine as unavailable. */
  execute(requests: readonly EngineRequest[]): EngineResult {
    try {
      return this.engine.execute(requests);
    } catch (error) {
      throw error instanceof EngineUnavailableError ? (error.cause ?? error) : error;
    }
  }

  lookAtClock(): void {
    this.clock();
  }

  acceptClock(deviationMs: number): void {
    this.time?.accept(deviationMs);
    this.clock();
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

/** Executes the leader's frames and answers queries. */
export class Following implements ThreadRole {
  private readonly follower: Follower;
  private readonly settings: RoleSettings;

  constructor(follower: Follower, settings: RoleSettings) {
    this.follower = follower;
    this.settings = settings;
  }

  get lastSeq(): number {
    return this.follower.position.seq;
  }

  apply(frames: readonly Uint8Array<ArrayBuffer>[]): void {
    const { follower, settings } = this;
    for (const frame of frames) follower.apply(frame);
    settings.schedule.beginIfDue(this.lastSeq, settings.makeSnapshot);
  }

  /** Throws EngineUnavailableError for commands: the caller must not send any. */
  execute(requests: readonly EngineRequest[]): EngineResult {
    const answers: Answer[] = [];
    for (const { commands, queries } of requests) {
      if (commands > 0) throw new EngineUnavailableError("a standby takes no commands");
      for (const { query } of queries) answers.push(answerQuery(this.follower.machine, this.lastSeq, query));
    }
    return { batch: undefined, answers };
  }

  lookAtClock(): void {}

  acceptClock(): void {}

  /** Writes a snapshot, so that the next start replays little. */
  async close(): Promise<void> {
    const { follower, settings } = this;
    await settings.schedule.finish(this.lastSeq, () => follower.writeSnapshot());
  }
}

function trustedTimeOf(machine: EngineMachine, lastMs: number, settings: TimeSettings): TrustedTime {
  const journaled = machine.settingsView().settings.find(({ setting }) => setting === CLOCK_SETTING)?.value;
  const { isHeld, deviationMs } = (journaled as ClockSetting | undefined) ?? {
    isHeld: false,
    deviationMs: 0,
  };
  return new TrustedTime({ lastMs, isHeld, deviationMs }, settings);
}
