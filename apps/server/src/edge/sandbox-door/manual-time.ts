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
}

export interface ManualTimePorts {
  readonly clock: { nowMs(): number; advance(advanceMs: number, stepMs?: number): Promise<number> };
  /** Journals the time, so that all that is due happens, and the next start continues there. */
  journalTime(): Promise<void>;
  /** Resolves once everything so far is durable, in the tables, and sent to the streams. */
  flushed(): Promise<void>;
  /** Returns the end of the journal. */
  journalEnd(): Promise<Omit<TimeReply, "timeMs">>;
}

/** Lets the owner of a sandbox move its time, if that is manual. */
export class DoorTime {
  private readonly ports: ManualTimePorts;

  constructor(ports: ManualTimePorts) {
    this.ports = ports;
  }

  async now(): Promise<TimeReply> {
    await this.ports.flushed();
    return { timeMs: this.ports.clock.nowMs(), ...(await this.ports.journalEnd()) };
  }

  /** Resolves once everything that falls due is done. @param body JSON: `advanceMs`, and `stepMs` if wanted */
  async advance(body: unknown): Promise<TimeReply | Refusal> {
    const parsed = schema.safeParse(body);
    if (!parsed.success) return new Refusal(`The time cannot be moved: ${z.prettifyError(parsed.error)}`);
    const { advanceMs, stepMs } = parsed.data;
    await this.ports.clock.advance(advanceMs, stepMs);
    await this.ports.journalTime();
    return await this.now();
  }
}
