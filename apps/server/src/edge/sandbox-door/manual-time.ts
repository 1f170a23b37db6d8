import { z } from "zod";
import { Refusal } from "../../operators/protocol/operator-messages.ts";

const DAY_MS = 86_400_000;
const MAX_ADVANCE_MS = 366 * DAY_MS;
/** Prices of a source count for 10 s. */
const MAX_STEP_MS = 5_000;

const schema = z.strictObject({
  advanceMs: z.int().min(0).max(MAX_ADVANCE_MS),
  stepMs: z.int().min(0).max(MAX_STEP_MS).optional(),
});

/** The exchange's time and the end of its journal, as JSON. */
export interface TimeReply {
  readonly timeMs: number;
  /** Number of the last command in the journal. */
  readonly seq: number;
  /** Hash of the journal up to there, in hex. */
  readonly hash: string;
  /** Only if recorded files are replayed. */
  readonly recording?: RecordingReply;
}

/** The recording that is replayed, as JSON. */
interface RecordingReply {
  readonly beginMs: number;
  /** The time of the last row. A second later, time stands still for good. */
  readonly endMs: number;
  readonly hasEnded: boolean;
}

export interface ManualTimePorts {
  readonly clock: {
    nowMs(): number;
    advance(advanceMs: number, stepMs?: number): Promise<number>;
    whileStill<Result>(call: () => Promise<Result>): Promise<Result>;
  };
  /** Whether time passes by itself, at the speed of a replay. */
  readonly isPaced: boolean;
  /** Undefined unless recorded files are replayed. */
  readonly recording: { readonly beginMs: number; readonly endMs: number } | undefined;
  /** Journals the time, so that all that is due happens, and the next start continues there. */
  journalTime(): Promise<void>;
  /** Resolves once everything so far is durable, in the tables, and sent to the streams. */
  flushed(): Promise<void>;
  /** Returns the end of the journal. */
  journalEnd(): Promise<Omit<TimeReply, "timeMs" | "recording">>;
}

/** Lets the owner of a sandbox move its time, if that is manual. */
export class DoorTime {
  private readonly ports: ManualTimePorts;

  constructor(ports: ManualTimePorts) {
    this.ports = ports;
  }

  /** Time that passes by itself is halted meanwhile, so that it and the journal fit. */
  now(): Promise<TimeReply> {
    const { clock, isPaced } = this.ports;
    return isPaced ? clock.whileStill(() => this.read()) : this.read();
  }

  private async read(): Promise<TimeReply> {
    await this.ports.flushed();
    const timeMs = this.ports.clock.nowMs();
    return { timeMs, ...(await this.ports.journalEnd()), ...this.recordingAt(timeMs) };
  }

  /** Resolves once everything that falls due is done. @param body JSON: `advanceMs`, and `stepMs` if wanted */
  async advance(body: unknown): Promise<TimeReply | Refusal> {
    const parsed = schema.safeParse(body);
    if (this.ports.isPaced)
      return new Refusal("The time is that of a recording: set CANDOR_CLOCK=manual to move it yourself");
    if (!parsed.success) return new Refusal(`The time cannot be moved: ${z.prettifyError(parsed.error)}`);
    const { advanceMs, stepMs } = parsed.data;
    await this.ports.clock.advance(advanceMs, stepMs);
    await this.ports.journalTime();
    return await this.now();
  }

  private recordingAt(timeMs: number): Pick<TimeReply, "recording"> {
    const { recording } = this.ports;
    if (recording === undefined) return {};
    const { beginMs, endMs } = recording;
    return { recording: { beginMs, endMs, hasEnded: timeMs >= endMs } };
  }
}
