import { setTimeout as sleep } from "node:timers/promises";
import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import type { EnginePort, EventBatch } from "@candor/domain/engine-port";
import { CheckpointMovedError } from "./checkpoint-moved-error.ts";
import { confirmCheckpoint } from "./confirm-checkpoint.ts";
import { discardDerived } from "./discard-derived.ts";
import { bytesOf, KeptBatches } from "./kept-batches.ts";
import { Pause } from "./pause.ts";
import { ProjectionGapError } from "./projection-gap-error.ts";
import { ProjectionGroup } from "./projection-group.ts";
import { ProjectionListings } from "./projection-listings.ts";
import { PROJECTION_VERSION } from "./projection-version.ts";
import { PROJECTOR_LIMITS, type ProjectorLimits, type ProjectorOptions } from "./projector-options.ts";
import type { ProjectorPort } from "./projector-port.ts";
import type { ProjectedDatabase } from "./read-model-database.ts";

const MEBIBYTE = 1024 * 1024;
/** Queue size that is written without waiting for more. */
const URGENT_BYTES = MEBIBYTE;
/** Maximum events per transaction, whether they produce rows or not. */
const MAX_GROUP_BYTES = 16 * MEBIBYTE;
/** Events decoded between two checks of the clock. */
const EVENTS_PER_CLOCK_CHECK = 64;

interface Waiter {
  readonly seq: number;
  readonly resolve: () => void;
}

/**
 * Turns durable events into rows. Batches are queued; everything queued when the previous transaction ends goes into
 * the next one, rows and checkpoint together, so that the tables always match exactly one sequence number. Batches are kept
 * until their rows cannot be lost: if a failover of the database loses some, they are written again.
 */
export class Projector implements ProjectorPort {
  private readonly database: ProjectedDatabase;
  private readonly journalId: string;
  private readonly limits: ProjectorLimits;
  private readonly options: ProjectorOptions;
  private listings: ProjectionListings;
  private readonly pause = new Pause();
  private queue: EventBatch[] = [];
  private readonly kept = new KeptBatches();
  /** Position of the next command in the first batch of the queue. */
  private wordsTaken = 0;
  private waiters: Waiter[] = [];
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  /** The transaction in progress. */
  private writing: Promise<void> | undefined;
  /** Settles when no reader needs the tables unchanged any more; `undefined` if there is none. */
  private stillness: Promise<unknown> | undefined;
  private readonly closing = new AbortController();
  private isReplaying = false;
  /** Number of callers waiting for the queue to get shorter. */
  private hurried = 0;
  private committedSeq: number;
  private acceptedSeq: number;
  private queuedBytes = 0;
  private full = false;
  private failedWith: Error | undefined;
  private rows = 0;
  private groups = 0;
  readonly discarded: string | undefined;
  readonly knownSeq: number;
  onProgress: () => void = () => undefined;

  private constructor(
    database: ProjectedDatabase,
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
   * Continues from the state of the tables. Tables of another journal, or written by another version of this code, are
   * emptied first; then `reachedSeq` is 0, and everything must be replayed.
   */
  static async open(database: ProjectedDatabase, options: ProjectorOptions = {}): Promise<Projector> {
    const { db } = database;
    let { discarded } = database;
    if (database.losesCommits) await confirmCheckpoint(db);
    let checkpoint = await db.selectFrom("checkpoint").selectAll().executeTakeFirstOrThrow();
    const knownSeq = checkpoint.journal_id === (options.journalId ?? "") ? checkpoint.seq : 0;
    if (checkpoint.seq > 0) {
      if (checkpoint.projection_version !== PROJECTION_VERSION)
        discarded = `they were written by version ${checkpoint.projection_version} of the projection`;
      else if (checkpoint.journal_id !== (options.journalId ?? ""))
        discarded = "they were built from another journal";
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

  get reachedSeq(): number {
    return this.committedSeq;
  }

  get queuedSeq(): number {
    return this.acceptedSeq;
  }

  get backlog(): { readonly commands: number; readonly bytes: number } {
    return { commands: this.acceptedSeq - this.committedSeq, bytes: this.queuedBytes };
  }

  get overloaded(): boolean {
    return this.full || this.failedWith !== undefined;
  }

  get failure(): Error | undefined {
    return this.failedWith;
  }

  get written(): { readonly rows: number; readonly transactions: number } {
    return { rows: this.rows, transactions: this.groups };
  }

  beginReplay(): void {
    this.isReplaying = true;
  }

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

  accept(batch: EventBatch): void {
    if (batch.firstSeq > this.acceptedSeq + 1)
      throw new ProjectionGapError(this.acceptedSeq + 1, batch.firstSeq);
    if (this.failedWith !== undefined || batch.lastSeq <= this.acceptedSeq) return;
    this.queue.push(batch);
    this.acceptedSeq = batch.lastSeq;
    this.queuedBytes += batch.words.byteLength;
    if (this.queuedBytes >= this.limits.maxBacklogBytes) this.setFull(true);
    this.schedule();
  }

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

  async drain(): Promise<void> {
    const target = this.acceptedSeq;
    await this.hurry(() => this.committedSeq >= target);
  }

  async room(): Promise<void> {
    await this.hurry(() => this.queuedBytes <= this.limits.maxBacklogBytes / 2);
  }

  async whileStill<T>(read: (seq: number) => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stillness = Promise.all([this.stillness, promise]);
    this.stillness = stillness;
    try {
      // The projector reports its own failures.
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

  async close(): Promise<void> {
    this.closing.abort();
    clearTimeout(this.timer);
    await this.running;
    this.release(Number.POSITIVE_INFINITY);
  }

  private get urgent(): boolean {
    return this.waiters.length > 0 || this.hurried > 0 || this.queuedBytes >= URGENT_BYTES;
  }

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
      // Closing the projector also ends the retry of a lost connection this way.
      if (!this.closing.signal.aborted) this.fail(error);
    }
  }

  private async writeGroup(): Promise<void> {
    const group = await this.collect();
    if (await this.write(group)) await this.database.maintain(group.rows);
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
      if (this.database.losesCommits) this.kept.add(batch);
      this.wordsTaken = 0;
      this.queuedBytes -= batch.words.byteLength;
      if (this.queuedBytes <= this.limits.maxBacklogBytes / 2) this.setFull(false);
    }
    return group;
  }

  /** Takes commands from the batch, starting at `wordsTaken`. @returns false if the group was full before its end */
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
      if (events % EVENTS_PER_CLOCK_CHECK === 0) await this.pause.whenDue();
    }
    return true;
  }

  /** @returns false if the tables were behind this group, and their rows are queued again */
  private async write(group: ProjectionGroup): Promise<boolean> {
    let delayMs = this.limits.minRetryDelayMs;
    let lostAfter: number | undefined;
    for (;;) {
      try {
        if (lostAfter !== undefined) {
          await this.rewind(lostAfter);
          return false;
        }
        await this.commit(group);
        return true;
      } catch (error) {
        if (error instanceof CheckpointMovedError && this.mayRewind(error.foundSeq)) {
          lostAfter = error.foundSeq;
          continue;
        }
        if (!(error instanceof Error) || !this.database.isTransient(error)) throw error;
        this.options.onRetry?.(error, delayMs);
        await sleep(delayMs, undefined, { signal: this.closing.signal });
        delayMs = Math.min(delayMs * 2, this.limits.maxRetryDelayMs);
      }
    }
  }

  private async commit(group: ProjectionGroup): Promise<void> {
    const isConfirmed = this.kept.bytes >= this.limits.maxKeptBytes;
    await group.write(this.database.db, this.journalId, this.pause, isConfirmed);
    if (isConfirmed) this.kept.drop(group.seq);
    this.committedSeq = group.seq;
    this.rows += group.rows;
    this.groups++;
    this.onProgress();
    this.release(group.seq);
  }

  /** Whether everything after this command is still in memory. */
  private mayRewind(foundSeq: number | undefined): foundSeq is number {
    const oldest = this.kept.all[0] ?? this.queue[0];
    return (
      foundSeq !== undefined &&
      foundSeq < this.committedSeq &&
      oldest !== undefined &&
      oldest.firstSeq <= foundSeq + 1
    );
  }

  /** Continues after `seq`, where the tables are: the database lost the commits after it. */
  private async rewind(seq: number): Promise<void> {
    this.listings = await ProjectionListings.load(this.database.db);
    this.queue = [...this.kept.all, ...this.queue].filter(({ lastSeq }) => lastSeq > seq);
    this.kept.drop(Number.POSITIVE_INFINITY);
    this.wordsTaken = 0;
    this.queuedBytes = bytesOf(this.queue);
    const fromSeq = this.committedSeq;
    this.committedSeq = seq;
    this.options.onRewound?.(fromSeq, seq);
  }

  private setFull(isFull: boolean): void {
    if (this.full === isFull) return;
    this.full = isFull;
    this.onProgress();
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
    this.onProgress();
    this.release(Number.POSITIVE_INFINITY);
    this.options.onFailure?.(error);
    this.database.distrust(error);
  }
}
