import type { EnginePort, EventBatch } from "@candor/domain/engine-port";
import { PollingPace } from "./polling-pace.ts";
import type { ProjectorPort } from "./projector-port.ts";
import { UnwrittenBytes } from "./unwritten-bytes.ts";

const GIBIBYTE = 1024 * 1024 * 1024;

/** What a projector in another process has written, as of one look at its checkpoint. */
export interface SeenCheckpoint {
  readonly seq: number;
  /** Whether its rows are of this journal and of this version of the projection; also true if there are none. */
  readonly isOurs: boolean;
}

export interface FollowedProjectorParts {
  /** Reads the checkpoint. */
  readonly look: () => Promise<SeenCheckpoint>;
  /** Runs `read` while the checkpoint is locked, so that no transaction of the projector can commit. */
  readonly hold: <T>(read: (seq: number) => Promise<T>) => Promise<T>;
  /** Called when the tables contain less than before: after a failover, or because they are rebuilt. */
  readonly onLess: () => void;
  readonly onRetry?: ((error: Error, delayMs: number) => void) | undefined;
  /** Size of events that this process has received and the projector has not written at which `overloaded` is set. */
  readonly maxBacklogBytes?: number | undefined;
}

/** A caller waiting for a sequence number. */
interface Waiter {
  readonly seq: number;
  readonly resolve: () => void;
}

/**
 * A projector in another process, seen through its checkpoint. Reads it rarely while nothing is to come, and often while
 * somebody waits. `reachedSeq` never goes back: when the tables do, readers get TablesBehindError (see PrimaryPool) until
 * the projector has written those rows again. An unreachable database is no failure.
 */
export class FollowedProjector implements ProjectorPort {
  private readonly parts: FollowedProjectorParts;
  private readonly maxBacklogBytes: number;
  private readonly pace = new PollingPace();
  private readonly unwritten = new UnwrittenBytes();
  private waiters: Waiter[] = [];
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isClosed = false;
  private acceptedSeq: number;
  private writtenSeq: number;
  private seenSeq: number;
  private full = false;
  readonly discarded = undefined;
  readonly failure = undefined;
  readonly knownSeq: number;
  readonly written = { rows: 0, transactions: 0 };
  onProgress: () => void = () => undefined;

  constructor({ seq }: SeenCheckpoint, parts: FollowedProjectorParts) {
    this.parts = parts;
    this.maxBacklogBytes = parts.maxBacklogBytes ?? GIBIBYTE;
    this.knownSeq = seq;
    this.acceptedSeq = seq;
    this.writtenSeq = seq;
    this.seenSeq = seq;
    this.schedule();
  }

  get reachedSeq(): number {
    return this.seenSeq;
  }

  get queuedSeq(): number {
    return this.acceptedSeq;
  }

  get backlog(): { readonly commands: number; readonly bytes: number } {
    return { commands: Math.max(0, this.acceptedSeq - this.writtenSeq), bytes: this.unwritten.bytes };
  }

  get overloaded(): boolean {
    return this.full;
  }

  beginReplay(): void {
    // The projector replays by itself.
  }

  follow(engine: Pick<EnginePort, "subscribe" | "durableSeq">): () => void {
    this.expect(engine.durableSeq);
    return engine.subscribe((batch) => this.accept(batch));
  }

  accept(batch: EventBatch): void {
    if (batch.lastSeq <= this.acceptedSeq) return;
    this.unwritten.add(batch.lastSeq, batch.words.byteLength);
    if (!this.full && this.unwritten.bytes >= this.maxBacklogBytes) this.setFull(true);
    this.expect(batch.lastSeq);
  }

  async waitFor(seq: number, timeoutMs: number): Promise<number> {
    if (seq <= this.seenSeq || this.isClosed) return this.seenSeq;
    await this.until(seq, timeoutMs);
    return this.seenSeq;
  }

  async drain(): Promise<void> {
    const { acceptedSeq } = this;
    while (this.writtenSeq < acceptedSeq && !this.isClosed) await this.until(acceptedSeq);
  }

  async room(): Promise<void> {
    // Nothing is queued in this process.
  }

  async whileStill<T>(read: (seq: number) => Promise<T>): Promise<T> {
    return await this.parts.hold(async (seq) => {
      this.take({ seq, isOurs: true });
      return await read(seq);
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.looking;
    this.settle(Number.POSITIVE_INFINITY);
  }

  /** Commands up to `seq` are durable, so the projector will write them. */
  private expect(seq: number): void {
    const wasUpToDate = this.acceptedSeq <= this.writtenSeq;
    this.acceptedSeq = Math.max(this.acceptedSeq, seq);
    if (wasUpToDate && this.acceptedSeq > this.writtenSeq) this.hurry();
  }

  /** Resolves when the tables have reached `seq` in a look from now on, or when time is up. */
  private async until(seq: number, timeoutMs?: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { seq, resolve };
    this.waiters.push(waiter);
    this.hurry();
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            this.waiters = this.waiters.filter((other) => other !== waiter);
            resolve();
          }, timeoutMs);
    await promise;
    clearTimeout(timer);
  }

  private hurry(): void {
    this.pace.restart();
    this.schedule();
  }

  private schedule(): void {
    if (this.isClosed || this.looking !== undefined) return;
    clearTimeout(this.timer);
    const isBehind = this.writtenSeq < this.acceptedSeq;
    this.timer = setTimeout(() => this.look(), this.pace.delayMs(this.waiters.length > 0, isBehind));
  }

  private look(): void {
    this.looking = this.parts
      .look()
      .then(
        (checkpoint) => this.take(checkpoint),
        (error: unknown) => this.missed(error),
      )
      .finally(() => {
        this.looking = undefined;
        this.schedule();
      });
  }

  private missed(error: unknown): void {
    const wasReachable = this.pace.failed();
    if (wasReachable && error instanceof Error) this.parts.onRetry?.(error, this.pace.delayMs(false, true));
  }

  private take({ seq, isOurs }: SeenCheckpoint): void {
    // Rows of another version or journal are not the ones that readers expect.
    const reachedSeq = isOurs ? seq : 0;
    this.pace.succeeded(reachedSeq > this.writtenSeq);
    if (reachedSeq < this.writtenSeq) this.parts.onLess();
    if (reachedSeq === this.writtenSeq) return;
    this.writtenSeq = reachedSeq;
    this.seenSeq = Math.max(this.seenSeq, reachedSeq);
    this.unwritten.drop(reachedSeq);
    if (this.full && this.unwritten.bytes <= this.maxBacklogBytes / 2) this.setFull(false);
    else this.onProgress();
    this.settle(reachedSeq);
  }

  private setFull(isFull: boolean): void {
    this.full = isFull;
    this.onProgress();
  }

  private settle(seq: number): void {
    const done = this.waiters.filter((waiter) => waiter.seq <= seq);
    if (done.length === 0) return;
    this.waiters = this.waiters.filter((waiter) => waiter.seq > seq);
    for (const waiter of done) waiter.resolve();
  }
}
