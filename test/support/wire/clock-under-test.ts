import { newSharedTime, TimePublisher, TimeReader } from "@candor/server/engine/runtime/shared-time";
import { TrustedTime, timeSettingsOf } from "@candor/server/engine/runtime/trusted-time";
import { Alarms } from "@candor/server/operators/alarms/alarms";
import { ClockGuard, type ClockGuardParts } from "@candor/server/operators/alarms/clock-guard";

/** A live exchange's clock controlled by the test: its use in the engine thread, and its guard. */
export class ClockUnderTest {
  readonly guard: ClockGuard;
  readonly messages: string[] = [];
  readonly alarms = new Alarms(() => this.wallMs);
  private readonly time: TrustedTime;
  private readonly publisher: TimePublisher;
  private wallMs = Date.UTC(2026, 0, 1);
  private check: () => void = () => undefined;

  constructor(parts: Pick<ClockGuardParts, "engine" | "live">) {
    const memory = newSharedTime();
    this.publisher = new TimePublisher(memory);
    this.time = new TrustedTime(
      { lastMs: 0, isHeld: false, deviationMs: 0 },
      timeSettingsOf("live"),
      () => this.wallMs,
      () => 0,
    );
    const note = (message: string): void => void this.messages.push(message);
    this.guard = new ClockGuard({
      ...parts,
      time: new TimeReader(memory, () => this.wallMs),
      accept: (deviationMs) => {
        this.time.accept(deviationMs);
        this.publish();
      },
      timers: {
        every: (_periodMs, check) => {
          this.check = check;
          return { cancel: () => undefined };
        },
      },
      alarms: this.alarms,
      log: { info: note, warn: note },
    });
    this.publish();
  }

  /** Changes the system clock as seen by the engine thread. */
  jump(ms: number): void {
    this.wallMs += ms;
    this.publish();
    this.check();
  }

  private publish(): void {
    this.publisher.publish(this.time.nowMs(), this.time.state);
  }
}
