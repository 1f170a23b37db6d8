import { setTimeout as sleep } from "node:timers/promises";
import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import type { EnginePort, EventBatch } from "@candor/domain/engine-port";
import { discardDerived } from "./database.ts";
import { Pause } from "./pause.ts";
import { PROJECTION_VERSION, ProjectionGroup } from "./projection-group.ts";
import { ProjectionListings } from "./projection-listings.ts";
import type { ReadModelDatabase } from "./read-model-database.ts";

const MEBIBYTE = 1024 * 1024;
/** A queue of this size is written without waiting for more. */
const URGENT_BYTES = MEBIBYTE;
/** Events that one transaction may come from, whether they make rows or not. */
const MAX_GROUP_BYTES = 16 * MEBIBYTE;
/** Events decoded between two looks at the clock. */
const EVENTS_PER_LOOK = 64;

/** Limits of a projector; the defaults suit the server. */
export interface ProjectorLimits {
  /** Backlog at which `overloaded` rises; it falls again at half of it. */
  readonly maxBacklogBytes: number;
  /** Rows at which a transaction is closed: readers of the embedded database wait that long. */
  readonly maxGroupRows: number;
  /** The same while a journal is replayed and nobody reads yet. */
  readonly maxReplayedRows: number;
  /** How long a quiet projector waits for more before it writes; nobody waits when someone asked for a minSeq. */
  readonly groupDelayMs: number;
  /** First wait after a lost connection; doubled up to the second. */
  readonly minRetryDelayMs: number;
  readonly maxRetryDelayMs: number;
}

export const PROJECTOR_LIMITS: ProjectorLimits = {
  maxBacklogBytes: 256 * MEBIBYTE,
  maxGroupRows: 4_096,
  maxReplayedRows: 32_768,
  groupDelayMs: 500,
  minRetryDelayMs: 100,
  maxRetryDelayMs: 5_000,
};

export interface ProjectorOptions {
  /** Identifies the journal; rows of another one are discarded when the projector opens. */
  readonly journalId?: string;
  readonly limits?: Partial<ProjectorLimits>;
  /** Projecting has stopped for good: the tables no longer follow. Called once. */
  readonly onFailure?: (error: Error) => void;
  /** A write failed and will be tried again. */
  readonly onRetry?: (error: Error, delayMs: number) => void;
}

/** A batch does not continue what was accepted: what is between has to be replayed first. */
export class ProjectionGapError extends Error {
  readonly expectedSeq: number;
  readonly firstSeq: number;

  constructor(expectedSeq: number, firstSeq: number) {
    super(`the read models need command ${expectedSeq} next, not ${firstSeq}`);
    this.name = "ProjectionGapError";
    this.expectedSeq = expectedSeq;
    this.firstSeq = firstSeq;
  }
}

interface Waiter {
  readonly seq: number;
  readonly resolve: () => void;
}

/**
 * Turns durable events into rows. Batches are queued; whatever is queued when the previous transaction ends goes into
 * the next one, rows and checkpoint together, so that the tables are always exactly those of one sequence number.
 */
export class Projector {
  private readonly database: ReadModelDatabase;
  private readonly journalId: string;
  private readonly limits: ProjectorLimits;
  private readonly options: ProjectorOptions;
  private readonly listings: ProjectionListings;
  private readonly pause = new Pause();
  private readonly queue: EventBatch[] = [];
  /** Place of the next command in the first batch of the queue. */
  private wordsTaken = 0;
  private waiters: Waiter[] = [];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  /** The transaction in progress. */
  private writing: Promise<void> | undefined;
  /** Settles when nobody needs the tables unchanged any more; undefined: nobody does. */
  private stillness: Promise<unknown> | undefined;
  private readonly closing = new AbortController();
  private isReplaying = false;
  /** Callers that wait for the queue to get shorter. */
  private hurried = 0;
  private committedSeq: number;
  private acceptedSeq: number;
  private queuedBytes = 0;
  private full = false;
  private failedWith: Error | undefined;
  private rows = 0;
  private groups = 0;
  /** Why the tables were emptied when they were opened; undefined: they were not. */
  readonly discarded: string | undefined;
  /** The last command of this journal that the tables had when they were opened, also if they were emptied since. */
  readonly knownSeq: number;

  private constructor(
    database: ReadModelDatabase,
    options: ProjectorOptions,
    listings: ProjectionListings,
    seq: number,
    { discarded, knownSeq }: Pick<Projector, "discarded" | "knownSeq">,
  ) {
    this.database = database;
    this.options = options;
    this.journalId = options.journalId ?? "";
    this.limits = { ...PROJECTOR_LIMITS, ...options.limits };
    this.listings = listings;
    this.committedSeq = seq;
    this.acceptedSeq = seq;
    this.discarded = discarded;
    this.knownSeq = knownSeq;
  }

  /**
   * Continues where the tables are. Tables of another journal, or written by another version of this code, are emptied
   * first; `reachedSeq` is 0 then, and everything has to be replayed.
   */
  static async open(database: ReadModelDatabase, options: ProjectorOptions = {}): Promise<Projector> {
    const { db } = database;
    let { discarded } = database;
    let checkpoint = await db.selectFrom("checkpoint").selectAll().executeTakeFirstOrThrow();
    const knownSeq = checkpoint.journal_id === (options.journalId ?? "") ? checkpoint.seq : 0;
    if (checkpoint.seq > 0) {
      if (checkpoint.projection_version !== PROJECTION_VERSION)
        discarded = `they were written by version ${checkpoint.projection_version} of the projection`;
      else if (checkpoint.journal_id !== (options.journalId ?? ""))
        discarded = "they were made of another journal";
      if (discarded !== undefined) {
        await discardDerived(db);
        checkpoint = { ...checkpoint, seq: 0 };
      }
    }
    return new Projector(database, options, await ProjectionListings.load(db), checkpoint.seq, {
      discarded,
      knownSeq,
    });
  }

  /** Every event up to this command is in the tables. */
  get reachedSeq(): number {
    return this.committedSeq;
  }

  /** The next command to be accepted is the one after this. */
  get queuedSeq(): number {
    return this.acceptedSeq;
  }

  /** What was accepted and is not written yet. */
  get backlog(): { readonly commands: number; readonly bytes: number } {
    return { commands: this.acceptedSeq - this.committedSeq, bytes: this.queuedBytes };
  }

  /** The tables cannot follow; no new orders should be taken until this falls. */
  get overloaded(): boolean {
    return this.full || this.failedWith !== undefined;
  }

  /** Why projecting has stopped for good; undefined: it has not. */
  get failure(): Error | undefined {
    return this.failedWith;
  }

  /** Since this projector was opened. */
  get written(): { readonly rows: number; readonly transactions: number } {
    return { rows: this.rows, transactions: this.groups };
  }

  /** Batches are those of a journal, and nobody reads the tables until an engine is followed. */
  beginReplay(): void {
    this.isReplaying = true;
  }

  /**
   * Accepts every batch of the engine from now on. The engine promises that there are no gaps, so one is a failure.
   * @returns the way to stop
   */
  follow(engine: Pick<EnginePort, "subscribe">): () => void {
    this.isReplaying = false;
    return engine.subscribe((batch) => {
      try {
        this.accept(batch);
      } catch (error) {
        this.fail(error);
      }
    });
  }

  /**
   * Queues a batch. Commands that are already in the tables are skipped. Throws ProjectionGapError, and takes nothing,
   * when commands are missing before it. After a failure nothing is kept.
   */
  accept(batch: EventBatch): void {
    if (batch.firstSeq > this.acceptedSeq + 1)
      throw new ProjectionGapError(this.acceptedSeq + 1, batch.firstSeq);
    if (this.failedWith !== undefined || batch.lastSeq <= this.acceptedSeq) return;
    this.queue.push(batch);
    this.acceptedSeq = batch.lastSeq;
    this.queuedBytes += batch.words.byteLength;
    if (this.queuedBytes >= this.limits.maxBacklogBytes) this.full = true;
    this.schedule();
  }

  /**
   * Waits until the tables have reached `seq`, at most `timeoutMs`.
   * @returns what they have reached, which may be less
   */
  async waitFor(seq: number, timeoutMs: number): Promise<number> {
    if (seq <= this.committedSeq || this.failedWith !== undefined) return this.committedSeq;
    await new Promise<void>((resolve) => {
      const waiter: Waiter = {
        seq,
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((other) => other !== waiter);
        resolve();
      }, timeoutMs);
      this.waiters.push(waiter);
      this.schedule();
    });
    return this.committedSeq;
  }

  /** Resolves once everything accepted so far is in the tables. Throws the failure that makes this impossible. */
  async drain(): Promise<void> {
    const target = this.acceptedSeq;
    await this.hurry(() => this.committedSeq >= target);
  }

  /** Resolves once the backlog is small enough for more: a replay waits here between batches. Throws as `drain`. */
  async room(): Promise<void> {
    await this.hurry(() => this.queuedBytes <= this.limits.maxBacklogBytes / 2);
  }

  /**
   * Reads tables that no transaction changes meanwhile, however many statements that takes: they are those of `seq`.
   * Batches are queued until it ends.
   */
  async whileStill<T>(read: (seq: number) => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stillness = Promise.all([this.stillness, promise]);
    this.stillness = stillness;
    try {
      // What fails there is the projector's to report.
      await this.writing?.catch(() => undefined);
      return await read(this.committedSeq);
    } finally {
      if (this.stillness === stillness) this.stillness = undefined;
      resolve();
    }
  }

  private async hurry(done: () => boolean): Promise<void> {
    this.hurried++;
    try {
      while (!done() && this.failedWith === undefined && !this.closing.signal.aborted) {
        this.start();
        await this.running;
      }
    } finally {
      this.hurried--;
    }
    if (this.failedWith !== undefined) throw this.failedWith;
  }

  /** Ends after the transaction under way. What is queued stays in the journal. The database remains open. */
  async close(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.timer);
    await this.running;
    this.release(Number.POSITIVE_INFINITY);
  }

  private get urgent(): boolean {
    return this.waiters.length > 0 || this.hurried > 0 || this.queuedBytes >= URGENT_BYTES;
  }

  /** Sees to it that what is queued gets written. */
  private schedule(): void {
    if (this.running !== undefined || this.queue.length === 0 || this.closing.signal.aborted) return;
    if (this.urgent) this.start();
    else this.timer ??= setTimeout(() => this.start(), this.limits.groupDelayMs);
  }

  private start(): void {
    if (this.running !== undefined || this.closing.signal.aborted || this.failedWith !== undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running = this.run().finally(() => {
      this.running = undefined;
      this.schedule();
    });
  }

  private async run(): Promise<void> {
    try {
      do {
        while (this.stillness !== undefined) await this.stillness;
        this.writing = this.writeGroup();
        await this.writing;
      } while (this.queue.length > 0 && this.urgent && !this.closing.signal.aborted);
    } catch (error) {
      // The retry of a lost connection ends this way when the projector is closed.
      if (!this.closing.signal.aborted) this.fail(error);
    }
  }

  private async writeGroup(): Promise<void> {
    const group = await this.collect();
    await this.write(group);
    await this.database.maintain(group.rows);
  }

  /** Takes whole commands off the queue until the group is large enough. */
  private async collect(): Promise<ProjectionGroup> {
    const group = new ProjectionGroup(this.committedSeq, this.listings);
    this.pause.restart();
    let bytes = 0;
    for (let batch = this.queue[0]; batch !== undefined; batch = this.queue[0]) {
      if (bytes >= MAX_GROUP_BYTES || !(await this.take(batch, group))) return group;
      bytes += batch.words.byteLength;
      this.queue.shift();
      this.wordsTaken = 0;
      this.queuedBytes -= batch.words.byteLength;
      if (this.queuedBytes <= this.limits.maxBacklogBytes / 2) this.full = false;
    }
    return group;
  }

  /** Takes commands from the batch, from `wordsTaken` on. @returns false when the group is full before its end */
  private async take(batch: EventBatch, group: ProjectionGroup): Promise<boolean> {
    const cursor = new EventCursor(batch.words, this.wordsTaken);
    let known = false;
    const { maxGroupRows, maxReplayedRows } = this.limits;
    const maxRows = this.isReplaying ? maxReplayedRows : maxGroupRows;
    for (let events = 1; cursor.next(); events++) {
      if (cursor.kind === EVENT.executed) {
        if (group.rows >= maxRows) {
          this.wordsTaken = cursor.at;
          return false;
        }
        const seq = cursor.field(LAYOUT.executed.at.seq);
        known = seq <= group.seq;
        if (seq > group.seq + 1) throw new ProjectionGapError(group.seq + 1, seq);
      }
      if (!known) group.add(cursor.decode());
      if (events % EVENTS_PER_LOOK === 0) await this.pause.whenDue();
    }
    return true;
  }

  private async write(group: ProjectionGroup): Promise<void> {
    let delayMs = this.limits.minRetryDelayMs;
    for (;;) {
      try {
        await group.write(this.database.db, this.journalId, this.pause);
        this.committedSeq = group.seq;
        this.rows += group.rows;
        this.groups++;
        this.release(group.seq);
        return;
      } catch (error) {
        if (!(error instanceof Error) || !this.database.isTransient(error)) throw error;
        this.options.onRetry?.(error, delayMs);
        await sleep(delayMs, undefined, { signal: this.closing.signal });
        delayMs = Math.min(delayMs * 2, this.limits.maxRetryDelayMs);
      }
    }
  }

  private release(seq: number): void {
    const done = this.waiters.filter((waiter) => waiter.seq <= seq);
    if (done.length === 0) return;
    this.waiters = this.waiters.filter((waiter) => waiter.seq > seq);
    for (const waiter of done) waiter.resolve();
  }

  private fail(problem: unknown): void {
    if (this.failedWith !== undefined) return;
    const error = problem instanceof Error ? problem : new Error(String(problem));
    this.failedWith = error;
    this.queue.length = 0;
    this.queuedBytes = 0;
    this.release(Number.POSITIVE_INFINITY);
    this.options.onFailure?.(error);
    this.database.distrust(error);
  }
}
