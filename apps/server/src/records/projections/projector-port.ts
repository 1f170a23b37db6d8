import type { EnginePort, EventBatch } from "@candor/domain/engine-port";

/** Turns durable events into rows: in this thread, in another one, or in another process. */
export interface ProjectorPort {
  /** Why the tables were emptied on opening; `undefined` if they were not. */
  readonly discarded: string | undefined;
  /** The last command of this journal in the tables when they were opened, even if they were emptied since. */
  readonly knownSeq: number;
  /**
   * Every event up to this command is in the tables. Never goes back: after a failover of the database that lost rows,
   * readers get an error until these are written again.
   */
  readonly reachedSeq: number;
  /** The last accepted command. */
  readonly queuedSeq: number;
  /** Accepted but not yet written. */
  readonly backlog: { readonly commands: number; readonly bytes: number };
  /** The tables cannot keep up; no new orders should be accepted until this is cleared. */
  readonly overloaded: boolean;
  /** Why projecting has stopped permanently; `undefined` if it has not. */
  readonly failure: Error | undefined;
  /**
   * Called after each change of `reachedSeq` and `overloaded`, before those who wait for it continue. By default does
   * nothing.
   */
  onProgress: () => void;
  /** Counted since this projector was opened; 0 for one in another process. */
  readonly written: { readonly rows: number; readonly transactions: number };
  /** Starts replay mode: batches come from a journal, and nobody reads the tables until an engine is followed. */
  beginReplay(): void;
  /**
   * Accepts every batch of the engine from now on. The engine guarantees that there are no gaps, so a gap is a failure.
   * @returns a function that stops it
   */
  follow(engine: Pick<EnginePort, "subscribe" | "durableSeq">): () => void;
  /**
   * Queues a batch. Commands already in the tables are skipped. Throws ProjectionGapError without accepting anything if
   * commands before it are missing. After a failure nothing is queued.
   */
  accept(batch: EventBatch): void;
  /**
   * Waits until the tables have reached `seq`, at most `timeoutMs`.
   * @returns the sequence number reached, which may be lower
   */
  waitFor(seq: number, timeoutMs: number): Promise<number>;
  /** Resolves once everything accepted so far is in the tables. Throws the failure that prevents it. */
  drain(): Promise<void>;
  /** Resolves once the backlog is small enough for more: a replay waits here between batches. Throws like `drain`. */
  room(): Promise<void>;
  /**
   * Reads the tables without concurrent changes, over any number of statements: they match `seq`. Batches are queued
   * until it ends.
   */
  whileStill<T>(read: (seq: number) => Promise<T>): Promise<T>;
  /** Closes after the transaction in progress. Queued batches remain in the journal. The database stays open. */
  close(): Promise<void>;
}
