import type { MessagePort } from "node:worker_threads";
import type { EnginePort, EventBatch } from "@candor/domain/engine-port";
import { ProjectionGapError } from "./projection-gap-error.ts";
import type { FromProjector, ProjectorStatus, ToProjector } from "./projector-messages.ts";
import { PROJECTOR_LIMITS, type ProjectorOptions } from "./projector-options.ts";
import type { ProjectorPort } from "./projector-port.ts";
import type { DatabaseListener } from "./read-model-database.ts";
import { errorFromThread } from "./thread-error.ts";

/**
 * A quiet projector waits for more events before it writes, so batches may wait here first: each message wakes its
 * thread.
 */
const SEND_DELAY_MS = 100;
/** Batches of this size are sent at once; copying them takes the sender less than a tenth of a millisecond. */
const SEND_BYTES = 256 * 1024;

/** What a projector in another thread reports to. */
export interface RemoteProjectorOptions
  extends Pick<ProjectorOptions, "limits" | "onFailure" | "onRetry" | "onRewound"> {
  /** Called when writing has failed permanently, see ReadModelDatabase. */
  readonly distrust: (error: Error) => void;
  readonly listener: DatabaseListener;
}

/** Thread of a remote projector. */
export interface ProjectorThread {
  /** Rejects if the thread ends. */
  readonly lost: Promise<never>;
  /** What closing waits for, if the thread ends with its projector. */
  readonly ended?: Promise<void>;
}

interface Opened {
  readonly reachedSeq: number;
  readonly discarded: string | undefined;
  readonly knownSeq: number;
}

/** A caller waiting for progress. */
interface Waiter {
  readonly isDone: () => boolean;
  readonly resolve: () => void;
}

/** A reader of unchanging tables. */
interface Hold {
  /** Receives the sequence number that the tables have. */
  readonly onHeld: (seq: number) => void;
  /** Receives whether the tables were unchanged until the release. */
  readonly onReleased: (isInTime: boolean) => void;
}

/**
 * A projector in another thread, see ProjectorHost. Batches are copied there. Its progress arrives after each
 * transaction, so `reachedSeq` is never ahead of the tables. What is on the way counts as backlog.
 *
 * After a failover of the database, the tables may be behind `reachedSeq`, which never goes back. Readers then get
 * TablesBehindError until they are not (see PrimaryPool), so no reply contains less than `reachedSeq`.
 */
export class RemoteProjector implements ProjectorPort {
  private readonly port: MessagePort;
  private readonly thread: ProjectorThread;
  private readonly options: RemoteProjectorOptions;
  private readonly maxBacklogBytes: number;
  private outbox: EventBatch[] = [];
  private outboxBytes = 0;
  private timer: NodeJS.Timeout | undefined;
  private acceptedSeq: number;
  private acceptedBytes = 0;
  private status: ProjectorStatus;
  private seenSeq: number;
  private full = false;
  private failedWith: Error | undefined;
  private waiters: Waiter[] = [];
  private readonly holds = new Map<number, Hold>();
  private nextHold = 1;
  private closing: Promise<void> | undefined;
  private isClosed = false;
  readonly discarded: string | undefined;
  readonly knownSeq: number;
  onProgress: () => void = () => undefined;

  private constructor(
    port: MessagePort,
    options: RemoteProjectorOptions,
    thread: ProjectorThread,
    opened: Opened,
  ) {
    this.port = port;
    this.thread = thread;
    this.options = options;
    this.maxBacklogBytes = { ...PROJECTOR_LIMITS, ...options.limits }.maxBacklogBytes;
    this.acceptedSeq = opened.reachedSeq;
    this.status = { reachedSeq: opened.reachedSeq, takenBytes: 0, rows: 0, transactions: 0 };
    this.seenSeq = opened.reachedSeq;
    this.discarded = opened.discarded;
    this.knownSeq = opened.knownSeq;
  }

  /** Resolves once the other side of `port` has opened its projector. Throws the error that prevents it. */
  static async open(
    port: MessagePort,
    options: RemoteProjectorOptions,
    thread: ProjectorThread,
  ): Promise<RemoteProjector> {
    const { promise, resolve, reject } = Promise.withResolvers<RemoteProjector>();
    let projector: RemoteProjector | undefined;
    port.on("message", (message: FromProjector) => {
      if (message.kind === "opened") {
        projector = new RemoteProjector(port, options, thread, message);
        resolve(projector);
      } else if (message.kind === "not-opened") reject(errorFromThread(message.error));
      else if (message.kind === "warned")
        options.listener.warned(message.message, errorFromThread(message.error));
      else projector?.receive(message);
    });
    thread.lost.catch((error: Error) => {
      reject(error);
      projector?.lose(error);
    });
    try {
      return await promise;
    } catch (error) {
      port.close();
      await thread.ended;
      throw error;
    }
  }

  get reachedSeq(): number {
    return this.seenSeq;
  }

  get queuedSeq(): number {
    return this.acceptedSeq;
  }

  get backlog(): { readonly commands: number; readonly bytes: number } {
    const bytes = this.failedWith === undefined ? this.acceptedBytes - this.status.takenBytes : 0;
    return { commands: this.acceptedSeq - this.status.reachedSeq, bytes };
  }

  get overloaded(): boolean {
    return this.full || this.failedWith !== undefined;
  }

  get failure(): Error | undefined {
    return this.failedWith;
  }

  get written(): { readonly rows: number; readonly transactions: number } {
    const { rows, transactions } = this.status;
    return { rows, transactions };
  }

  beginReplay(): void {
    this.post({ kind: "replay" });
  }

  follow(engine: Pick<EnginePort, "subscribe">): () => void {
    this.send();
    this.post({ kind: "follow" });
    return engine.subscribe((batch) => {
      try {
        this.accept(batch);
      } catch (error) {
        this.fail(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  accept(batch: EventBatch): void {
    if (batch.firstSeq > this.acceptedSeq + 1)
      throw new ProjectionGapError(this.acceptedSeq + 1, batch.firstSeq);
    if (this.isOver || this.closing !== undefined || batch.lastSeq <= this.acceptedSeq) return;
    this.acceptedSeq = batch.lastSeq;
    this.acceptedBytes += batch.words.byteLength;
    if (!this.full && this.backlog.bytes >= this.maxBacklogBytes) {
      this.full = true;
      this.onProgress();
    }
    this.outbox.push(batch);
    this.outboxBytes += batch.words.byteLength;
    if (this.waiters.length > 0 || this.outboxBytes >= SEND_BYTES) this.send();
    else this.timer ??= setTimeout(() => this.send(), SEND_DELAY_MS);
  }

  async waitFor(seq: number, timeoutMs: number): Promise<number> {
    if (seq > this.reachedSeq && !this.isOver)
      await this.until(() => seq <= this.reachedSeq, { kind: "wait", seq, timeoutMs }, timeoutMs);
    return this.reachedSeq;
  }

  async drain(): Promise<void> {
    const target = this.acceptedSeq;
    await this.until(() => this.status.reachedSeq >= target, { kind: "drain" });
    if (this.failedWith !== undefined) throw this.failedWith;
  }

  async room(): Promise<void> {
    await this.until(() => this.backlog.bytes <= this.maxBacklogBytes / 2, { kind: "room" });
    if (this.failedWith !== undefined) throw this.failedWith;
  }

  async whileStill<T>(read: (seq: number) => Promise<T>): Promise<T> {
    // A closed projector writes nothing.
    if (this.isClosed) return await read(this.reachedSeq);
    const id = this.nextHold++;
    const held = Promise.withResolvers<number>();
    const released = Promise.withResolvers<boolean>();
    this.holds.set(id, { onHeld: held.resolve, onReleased: released.resolve });
    this.post({ kind: "hold", id });
    const seq = await held.promise;
    let isInTime = false;
    let result: T;
    try {
      result = await read(seq);
    } finally {
      if (!this.isClosed) this.post({ kind: "release", id });
      isInTime = await released.promise;
      this.holds.delete(id);
    }
    if (!isInTime) throw new Error("reading took so long that the read models were changed meanwhile");
    return result;
  }

  close(): Promise<void> {
    this.closing ??= this.closeOnce();
    return this.closing;
  }

  private async closeOnce(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.waiters.push({ isDone: () => this.isClosed, resolve });
      this.post({ kind: "close" });
      await promise;
    }
    this.port.close();
    await this.thread.ended;
  }

  /** Nothing more is written. */
  private get isOver(): boolean {
    return this.failedWith !== undefined || this.isClosed;
  }

  /** Requests writing without delay. Resolves when the condition holds, when time is up, or when it never will hold. */
  private async until(isDone: () => boolean, request: ToProjector, timeoutMs?: number): Promise<void> {
    if (isDone() || this.isOver) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiter: Waiter = { isDone: () => isDone() || this.isOver, resolve };
    this.waiters.push(waiter);
    this.send();
    this.post(request);
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

  private receive(message: Exclude<FromProjector, { kind: "opened" | "not-opened" | "warned" }>): void {
    switch (message.kind) {
      case "written":
        this.status = message.status;
        this.seenSeq = Math.max(this.seenSeq, message.status.reachedSeq);
        if (this.backlog.bytes <= this.maxBacklogBytes / 2) this.full = false;
        this.onProgress();
        this.settle();
        return;
      case "retry":
        this.options.onRetry?.(errorFromThread(message.error), message.delayMs);
        return;
      case "rewound":
        this.status = { ...this.status, reachedSeq: message.toSeq };
        this.options.onRewound?.(message.fromSeq, message.toSeq);
        return;
      case "failed":
        this.fail(errorFromThread(message.error));
        return;
      case "held":
        this.holds.get(message.id)?.onHeld(message.seq);
        return;
      case "released":
        this.holds.get(message.id)?.onReleased(message.isInTime);
        return;
      case "closed":
        this.end();
    }
  }

  private fail(error: Error): void {
    if (this.failedWith !== undefined) return;
    this.failedWith = error;
    this.onProgress();
    this.settle();
    this.options.onFailure?.(error);
    this.options.distrust(error);
  }

  /** The thread has ended. */
  private lose(error: Error): void {
    if (this.closing === undefined) this.fail(error);
    this.end();
  }

  /** From here on, nothing is written. */
  private end(): void {
    this.isClosed = true;
    for (const { onHeld, onReleased } of this.holds.values()) {
      onHeld(this.reachedSeq);
      onReleased(true);
    }
    this.settle();
  }

  private settle(): void {
    const done = this.waiters.filter((waiter) => waiter.isDone());
    if (done.length === 0) return;
    this.waiters = this.waiters.filter((waiter) => !done.includes(waiter));
    for (const waiter of done) waiter.resolve();
  }

  private send(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.outbox.length === 0) return;
    this.post({ kind: "accept", batches: this.outbox });
    this.outbox = [];
    this.outboxBytes = 0;
  }

  private post(message: ToProjector): void {
    this.port.postMessage(message);
  }
}
