import { CommandReader } from "@candor/codec/command-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { EngineUnavailableError } from "@candor/domain/engine-errors";
import type { EventBatch } from "@candor/domain/engine-port";
import type { JournalPort } from "@candor/journal/journal-port";
import type { SnapshotStore } from "@candor/journal/snapshot-store";
import { answerQuery } from "./answer-query.ts";
import { recordAt } from "./command-records.ts";
import type { EngineMachine } from "./engine-machine.ts";
import type { Answer, EngineRequest, EngineResult } from "./engine-messages.ts";
import { Lookahead } from "./lookahead.ts";
import { outputDigest } from "./output-digest.ts";
import { relayedIn } from "./relayed-in.ts";
import { NO_SKIPS, type SkipList } from "./skip-list.ts";
import type { SnapshotSchedule } from "./snapshot-schedule.ts";
import { UnexecutableCommandError } from "./unexecutable-command-error.ts";

export interface EngineOptions {
  readonly machine: EngineMachine;
  readonly journal: JournalPort;
  readonly snapshots: SnapshotStore;
  readonly schedule: SnapshotSchedule;
  /** Milliseconds since the epoch. May go backward; the journal's time does not. */
  readonly clock: () => number;
  /**
   * Makes the snapshot as of a durable command, the last of its frame, elsewhere. By default this thread copies the state
   * between two batches, and the callers wait for it.
   */
  readonly makeSnapshot?: ((seq: number) => Promise<void>) | undefined;
  /** Commands to reject instead of executing them; none by default. */
  readonly skips?: SkipList | undefined;
  /** Called for a command that cannot be executed, before this engine stops answering. */
  readonly onUnexecutable?: ((error: UnexecutableCommandError) => void) | undefined;
}

/**
 * Execute → append → release, in one thread. A batch is executed, its frame is made durable, and only then are its
 * events and answers released. If anything fails in between, the state is ahead of the journal: the engine stops
 * answering and must be rebuilt from the journal.
 */
export class Engine {
  private readonly machine: EngineMachine;
  private readonly journal: JournalPort;
  private readonly snapshots: SnapshotStore;
  private readonly clock: () => number;
  private readonly schedule: SnapshotSchedule;
  private readonly makeSnapshot: (seq: number) => Promise<void>;
  private readonly skips: SkipList;
  private readonly onUnexecutable: EngineOptions["onUnexecutable"];
  private readonly reader = new CommandReader();
  private readonly lookahead: Lookahead;
  private readonly events = new EventWriter();
  private seq: number;
  private timeMs: number;
  private failure: EngineUnavailableError | undefined;

  constructor(options: EngineOptions) {
    this.machine = options.machine;
    this.lookahead = new Lookahead(options.machine);
    this.journal = options.journal;
    this.snapshots = options.snapshots;
    this.clock = options.clock;
    this.schedule = options.schedule;
    this.makeSnapshot = options.makeSnapshot ?? ((seq) => this.writeSnapshot(seq));
    this.skips = options.skips ?? NO_SKIPS;
    this.onUnexecutable = options.onUnexecutable;
    this.seq = options.journal.lastSeq;
    this.timeMs = options.journal.lastTimeMs;
  }

  /** Sequence number of the last durable command. */
  get lastSeq(): number {
    return this.journal.lastSeq;
  }

  /**
   * Executes the requests' commands as one batch and returns once it is durable. If it could not be executed or
   * written, throws EngineUnavailableError for this and every later call.
   */
  execute(requests: readonly EngineRequest[]): EngineResult {
    if (this.failure !== undefined) throw this.failure;
    try {
      const firstSeq = this.seq + 1;
      this.timeMs = Math.max(this.timeMs, this.clock());
      this.events.reset();
      const answers: Answer[] = [];
      for (const request of requests) this.executeRequest(request, answers);
      const batch = this.seq >= firstSeq ? this.makeDurable(requests, firstSeq) : undefined;
      return { batch, answers };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.failure = new EngineUnavailableError(reason, { cause: error });
      if (error instanceof UnexecutableCommandError) this.onUnexecutable?.(error);
      throw this.failure;
    }
  }

  /** Writes a snapshot if anything changed since the last one, and releases the directory. */
  async close(): Promise<void> {
    const isSound = this.failure === undefined;
    this.failure ??= new EngineUnavailableError("closed");
    if (isSound) await this.schedule.finish(this.seq, (seq) => this.writeSnapshot(seq));
    else await this.schedule.settled();
    this.journal.close();
  }

  private executeRequest(request: EngineRequest, answers: Answer[]): void {
    const { queries, commands } = request;
    const { reader, lookahead, machine, events, timeMs } = this;
    let nextQuery = 0;
    reader.open(request.bytes);
    lookahead.open(request.bytes);
    const skipped = this.skips.in(request.bytes, this.seq + 1, commands);
    for (let executed = 0; ; executed++) {
      for (let at = queries[nextQuery]; at !== undefined && at.after === executed; at = queries[++nextQuery])
        answers.push(answerQuery(machine, this.seq, at.query));
      if (executed === commands) break;
      const command = reader.next();
      if (command === undefined)
        throw new RangeError(`a request of ${commands} commands contains only ${executed}`);
      lookahead.step();
      const seq = ++this.seq;
      if (skipped?.has(executed) === true) machine.skip(command, seq, timeMs, events);
      else
        try {
          machine.execute(command, seq, timeMs, events);
        } catch (error) {
          throw new UnexecutableCommandError(seq, recordAt(request.bytes, executed), error);
        }
    }
    if (reader.next() !== undefined) throw new RangeError(`a request of ${commands} commands contains more`);
    if (nextQuery !== queries.length) throw new RangeError("a query comes after the request's last command");
  }

  private makeDurable(requests: readonly EngineRequest[], firstSeq: number): EventBatch {
    this.journal.append({
      firstSeq,
      records: this.seq - firstSeq + 1,
      timeMs: this.timeMs,
      payload: requests.map((request) => request.bytes),
      outputsDigest: outputDigest(this.events.usedBytes()),
      ...relayedIn(requests, firstSeq),
    });
    this.schedule.beginIfDue(this.seq, this.makeSnapshot);
    return { firstSeq, lastSeq: this.seq, timeMs: this.timeMs, words: this.events.take() };
  }

  /** Copies the state at once, between two batches; hashing and writing the copy run in parallel with later batches. */
  private writeSnapshot(seq: number): Promise<void> {
    const { journal, machine } = this;
    return this.snapshots.write(seq, journal.lastFrameNumber, journal.lastHash, machine.snapshot());
  }
}
