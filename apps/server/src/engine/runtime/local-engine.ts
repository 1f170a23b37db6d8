import { EngineUnavailableError } from "@candor/domain/engine-errors";
import { Engine } from "./engine.ts";
import type { EngineRequest } from "./engine-messages.ts";
import { type RecoverOptions, type RecoveryReport, recover } from "./recover.ts";
import { MAX_WAITING, RequestQueue } from "./request-queue.ts";
import { SnapshotSchedule } from "./snapshot-schedule.ts";
import { writeStop } from "./stop-file.ts";

/** Each request is one frame here. */
const MAX_REQUEST_COMMANDS = 4_096;

export interface LocalEngineOptions extends RecoverOptions {
  readonly clock?: () => number;
  readonly snapshotInterval?: number;
  readonly maxWaiting?: number;
  readonly warn?: (message: string) => void;
}

/** The engine in the current thread, for tests and tools. The server uses a worker. */
export class LocalEngine extends RequestQueue {
  readonly report: RecoveryReport;
  private readonly engine: Engine;

  constructor(options: LocalEngineOptions) {
    const { machine, journal, snapshots, skips, report } = recover(options);
    super(report.lastSeq, options.maxWaiting ?? MAX_WAITING, MAX_REQUEST_COMMANDS);
    this.report = report;
    this.engine = new Engine({
      machine,
      journal,
      snapshots,
      skips,
      onUnexecutable: (error) => writeStop(options.home, error),
      schedule: new SnapshotSchedule({
        snapshotSeq: report.snapshotSeq,
        interval: options.snapshotInterval,
        warn: options.warn ?? (() => {}),
      }),
      clock: options.clock ?? Date.now,
    });
  }

  /** Finishes pending requests, writes a snapshot and releases the directory. */
  async close(): Promise<void> {
    this.stopTaking(new EngineUnavailableError("closed"));
    this.deliver();
    await this.engine.close();
  }

  protected override send(request: EngineRequest): void {
    try {
      this.settle(this.engine.execute([request]));
    } catch (error) {
      if (!(error instanceof EngineUnavailableError)) throw error;
      this.fail(error);
    }
  }
}
