import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { Command } from "@candor/domain/commands/commands";
import { EngineUnavailableError } from "@candor/domain/engine-errors";
import type { EnginePort, EventBatch, ExecutedCommand } from "@candor/domain/engine-port";
import { DirectoryLock } from "@candor/journal/directory-lock";
import { bundle } from "./bundle.ts";
import type { EngineRequest } from "./engine-messages.ts";
import type { ExchangeHome } from "./exchange-home.ts";
import type { FollowerPosition } from "./follower.ts";
import { loaderOf } from "./load-thread.ts";
import type { RecoveryReport } from "./recover.ts";
import { MAX_WAITING, RequestQueue } from "./request-queue.ts";
import { newSharedTime } from "./shared-time.ts";
import { StandbyLink } from "./standby-link.ts";
import { ENGINE_LIMITS } from "./thread-limits.ts";
import { type TimeSettings, timeSettingsOf } from "./trusted-time.ts";
import {
  type EngineReplication,
  type FromWorker,
  MAX_UNREAD_BYTES,
  type ToWorker,
  type WorkerSettings,
} from "./worker-messages.ts";

/** Small, so that the worker starts while more are being encoded; it joins waiting requests into one frame. */
const MAX_REQUEST_COMMANDS = 512;
/**
 * A turn that reads a burst of HTTP calls takes longer than the engine's own work on them, so the engine gets the first
 * ones while the others are read. Orders from 64 connections rose from 4,050 to 5,000 per second.
 */
const MAX_COLLECTING_MS = 0.75;

/** Entry of the engine's thread. */
export const EXCHANGE_THREAD = new URL("./exchange-thread.ts", import.meta.url);

/** Returns it bundled. @param cache directory for the bundle (CANDOR_CACHE) */
export const exchangeThread = (cache: string | undefined): Promise<URL> => bundle(EXCHANGE_THREAD, cache);

export interface WorkerEngineOptions {
  readonly home: ExchangeHome;
  /**
   * Called once when the engine is lost, but not after `close`. The server must then exit, because the state is lost.
   */
  readonly onDown: (error: EngineUnavailableError) => void;
  readonly warn: (message: string) => void;
  /** Position of the read models: everything after it is passed to `onReplayed` before startup ends. */
  readonly eventsAfterSeq?: number;
  readonly onReplayed?: (batch: EventBatch) => void | Promise<void>;
  readonly snapshotInterval?: number;
  readonly segmentBytes?: number;
  readonly maxWaiting?: number;
  /** Where the engine publishes its time; by default nobody reads it. */
  readonly time?: SharedArrayBuffer;
  /** Commits to a database first. The link's port moves to the engine's thread. */
  readonly replication?: EngineReplication | undefined;
  /** Defaults to those of a sandbox. */
  readonly timeSettings?: TimeSettings;
  /** Whether each command is a frame of its own, so that the journal does not depend on when commands arrive. */
  readonly isSerial?: boolean;
  /** `exchangeThread`, or for tests a bundled thread with another machine. */
  readonly thread: URL | Promise<URL>;
}

/** An engine that executes what a leader has made durable. Each of its calls rejects once the engine is lost. */
export interface FollowingEngine {
  /** Answers queries and emits events. Rejects commands until it leads. */
  readonly engine: WorkerEngine;
  /** What it has executed. */
  readonly position: FollowerPosition;
  /**
   * Executes sealed frames that continue the last one and that the home's journal has already. Resolves once they are
   * executed. A divergence ends the engine: `onDown` receives it.
   */
  apply(frames: readonly Uint8Array<ArrayBuffer>[]): Promise<void>;
  /** The home has new decisions about commands to skip. They hold for the frames that follow. */
  readSkips(): void;
  /**
   * Opens the home's journal for writing and takes commands. Resolves with the same engine.
   * @param replication as in WorkerEngineOptions
   */
  lead(replication?: EngineReplication): Promise<WorkerEngine>;
}

/** The engine in a separate thread. */
export class WorkerEngine extends RequestQueue {
  /** How it was recovered, or began to lead. */
  report: RecoveryReport;
  private readonly worker: Worker;
  private readonly exited: Promise<void>;
  /** Closed by its owner or lost; either way nothing more is reported. */
  private over = false;
  /** Set while it follows. */
  private standby: StandbyLink | undefined;

  /** Recovers and starts. Rejects with recovery errors: a damaged journal, a lock, a divergence. */
  static start(options: WorkerEngineOptions): Promise<WorkerEngine> {
    return WorkerEngine.begin(options, false);
  }

  /**
   * Recovers without changing the home, then follows a leader. `onReplayed` receives all events since the newest
   * snapshot. Rejects like `start`.
   */
  static async follow(
    options: Omit<WorkerEngineOptions, "eventsAfterSeq" | "replication">,
  ): Promise<FollowingEngine> {
    const engine = await WorkerEngine.begin(options, true);
    const { lastSeq: seq, frames: frameNumber } = engine.report;
    const link = new StandbyLink({ seq, frameNumber }, (message, transferred) =>
      engine.worker.postMessage(message, transferred ?? []),
    );
    engine.standby = link;
    return {
      engine,
      get position() {
        return link.position;
      },
      apply: (frames) => link.apply(frames),
      readSkips: () => link.readSkips(),
      lead: async (replication) => {
        engine.report = await link.lead(replication);
        return engine;
      },
    };
  }

  private static async begin(options: WorkerEngineOptions, follows: boolean): Promise<WorkerEngine> {
    const replaysRead = new SharedArrayBuffer(4);
    const { href } = await options.thread;
    const settings: WorkerSettings = {
      task: "engine",
      thread: href,
      home: options.home,
      replication: options.replication,
      segmentBytes: options.segmentBytes,
      snapshotInterval: options.snapshotInterval,
      eventsAfterSeq: options.eventsAfterSeq,
      follows,
      replaysRead,
      time: options.time ?? newSharedTime(),
      timeSettings: options.timeSettings ?? timeSettingsOf("sandbox"),
      isSerial: options.isSerial === true,
    };
    const worker = new Worker(loaderOf(href), {
      name: "engine",
      workerData: settings,
      transferList: options.replication === undefined ? [] : [options.replication.link.port],
      resourceLimits: ENGINE_LIMITS,
      eval: true,
    });
    const { threadId } = worker;
    const exited = new Promise<void>((resolve) => {
      worker.once("exit", () => {
        DirectoryLock.releaseOfDeadThread(options.home.journalDirectory, threadId);
        resolve();
      });
    });
    try {
      const report = await recovered(worker, options, new Int32Array(replaysRead));
      return new WorkerEngine(worker, exited, report, options);
    } catch (error) {
      await worker.terminate();
      await exited;
      throw error;
    }
  }

  private constructor(
    worker: Worker,
    exited: Promise<void>,
    report: RecoveryReport,
    options: WorkerEngineOptions,
  ) {
    const maxCommands = options.isSerial === true ? 1 : MAX_REQUEST_COMMANDS;
    super(report.lastSeq, options.maxWaiting ?? MAX_WAITING, maxCommands, MAX_COLLECTING_MS);
    this.report = report;
    this.worker = worker;
    this.exited = exited;
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "result") this.settle(message.result);
      else if (message.kind === "warning") options.warn(message.message);
      else this.progress(message);
    });
    const lost = (why: string, cause?: unknown): void => {
      const error = new EngineUnavailableError(why, { cause });
      this.fail(error);
      this.standby?.fail(error);
      if (this.over) return;
      this.over = true;
      options.onDown(error);
    };
    worker.on("error", (error: Error) => lost(error.message, error));
    worker.on("messageerror", (error) => lost(error.message, error));
    worker.on("exit", (code) => lost(`its thread exited with code ${code}`));
  }

  override execute(command: Command): Promise<ExecutedCommand> {
    return this.standby === undefined ? super.execute(command) : Promise.reject(notLeading());
  }

  override submit(command: Command): Promise<ExecutedCommand> {
    return this.standby === undefined ? super.submit(command) : Promise.reject(notLeading());
  }

  /** While it follows. */
  private progress(message: FromWorker): void {
    if (message.kind === "applied") this.standby?.applied(message.position);
    if (message.kind !== "ready") return;
    this.standby?.leads(message.report);
    this.standby = undefined;
  }

  /** Accepts the system clock as correct. The published time shows whether it was accepted. */
  acceptClock(deviationMs: number): void {
    this.worker.postMessage({ kind: "accept-clock", deviationMs } satisfies ToWorker, []);
  }

  /**
   * Adds a client to the engine. @returns its end of the link, for a `LinkedEngine` in any thread
   */
  link(maxUnreadBytes = MAX_UNREAD_BYTES): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.worker.postMessage({ kind: "join", port: port1, maxUnreadBytes } satisfies ToWorker, [port1]);
    return port2;
  }

  /** Finishes pending requests, writes a snapshot, releases the directory and ends the thread. */
  async close(): Promise<void> {
    this.stopTaking(new EngineUnavailableError("closed"));
    this.over = true;
    this.worker.postMessage({ kind: "close" } satisfies ToWorker, []);
    await this.exited;
  }

  protected override send(request: EngineRequest): void {
    this.worker.postMessage({ kind: "request", request } satisfies ToWorker, [request.bytes.buffer]);
  }
}

const notLeading = (): EngineUnavailableError =>
  new EngineUnavailableError("this node is a standby and takes no commands");

/** An engine that clients in other threads can join. */
export type SharedEngine = EnginePort & Pick<WorkerEngine, "link">;

/** Resolves when the thread is ready and all replayed batches have been processed. */
async function recovered(
  worker: Worker,
  options: WorkerEngineOptions,
  replaysRead: Int32Array,
): Promise<RecoveryReport> {
  let reading: Promise<void> = Promise.resolve();
  const read = async (before: Promise<void>, batch: EventBatch): Promise<void> => {
    await before;
    await options.onReplayed?.(batch);
    Atomics.add(replaysRead, 0, 1);
    Atomics.notify(replaysRead, 0);
  };
  const ready = new Promise<RecoveryReport>((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", (code) => reject(new EngineUnavailableError(`its thread exited with code ${code}`)));
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "ready") resolve(message.report);
      if (message.kind !== "replayed") return;
      reading = read(reading, message.batch);
      reading.catch(reject);
    });
  });
  const report = await ready;
  await reading;
  worker.removeAllListeners("message");
  return report;
}
