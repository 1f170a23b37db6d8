import type { EventBatch } from "@candor/domain/engine-port";
import { StoreLossError } from "../../engine/home/store-loss-error.ts";
import type { ExchangeHome } from "../../engine/runtime/exchange-home.ts";
import { type JournalEvents, startJournalEvents } from "../../engine/runtime/journal-events.ts";
import type { ProjectorPort } from "../../records/projections/projector-port.ts";
import type { ReadModelDatabase } from "../../records/projections/read-model-database.ts";
import { refuseForeignTables } from "../../records/projections/start-read-models.ts";
import { ProjectionLag } from "./projection-lag.ts";

const MEBIBYTE = 1024 * 1024;
/**
 * Events that wait for the database. Small, because the journal has them; and a short delay, because readers in other
 * processes cannot ask for more speed.
 */
const LIMITS = { maxBacklogBytes: 32 * MEBIBYTE, groupDelayMs: 20 } as const;

export interface SessionOptions {
  readonly home: ExchangeHome;
  readonly journalId: string;
  /** `exchangeThread`. */
  readonly thread: Promise<URL>;
  readonly snapshotInterval: number | undefined;
  readonly syncs: boolean;
  readonly info: (message: string) => void;
  readonly warn: (message: string, error?: unknown) => void;
}

/** Executes the journal's frames from the checkpoint on, and writes their rows, until something fails or it is closed. */
export class ProjectorSession {
  readonly projector: ProjectorPort;
  private readonly events: JournalEvents;
  private readonly lag: ProjectionLag;
  /** Rejects when it cannot continue. */
  readonly failed: Promise<never>;

  /** Throws ForeignTablesError, and errors of the database. */
  static async start(database: ReadModelDatabase, options: SessionOptions): Promise<ProjectorSession> {
    const { home, journalId, thread, snapshotInterval, syncs, info, warn } = options;
    await refuseForeignTables(database, journalId);
    const failed = Promise.withResolvers<never>();
    failed.promise.catch(() => undefined);
    const projector = await database.openProjector({
      journalId,
      limits: LIMITS,
      onFailure: failed.reject,
      onRetry: (error, delayMs) => warn(`read models: retrying in ${delayMs} ms`, error),
      onRewound: (fromSeq, toSeq) =>
        warn(`the database lost rows after command ${toSeq}, up to ${fromSeq}: writing them again`),
    });
    const { discarded, reachedSeq } = projector;
    if (discarded !== undefined) warn(`read models rebuilt: ${discarded}`);
    projector.beginReplay();
    const lag = new ProjectionLag();
    projector.onProgress = () => lag.forget(projector.reachedSeq);
    let listener = (batch: EventBatch): void => projector.accept(batch);
    const events = await startJournalEvents({
      home,
      thread,
      eventsAfterSeq: reachedSeq,
      snapshotInterval,
      syncs,
      warn,
      async onBatch(batch) {
        lag.received(batch);
        listener(batch);
        await projector.room();
      },
    });
    events.lost.catch(failed.reject);
    events.caughtUp
      .then(({ seq, snapshotSeq }) => {
        if (seq < reachedSeq) {
          const problem = `the read models had reached command ${reachedSeq}, but the journal ends at ${seq}`;
          throw new StoreLossError({ store: "exchange", problem });
        }
        info(`projecting: followed the journal from ${snapshotSeq} to ${seq}`);
        projector.follow({
          durableSeq: seq,
          subscribe: (follow) => {
            listener = follow;
            return () => undefined;
          },
        });
      })
      .catch(failed.reject);
    return new ProjectorSession(projector, events, lag, failed.promise);
  }

  private constructor(
    projector: ProjectorPort,
    events: JournalEvents,
    lag: ProjectionLag,
    failed: Promise<never>,
  ) {
    this.projector = projector;
    this.events = events;
    this.lag = lag;
    this.failed = failed;
  }

  status() {
    const { reachedSeq, written } = this.projector;
    return { reachedSeq, lag: this.lag.at(reachedSeq), ...written };
  }

  /** Ends after the transaction in progress. */
  async close(): Promise<void> {
    const closing = this.events.close();
    await this.projector.close();
    await closing;
  }
}
