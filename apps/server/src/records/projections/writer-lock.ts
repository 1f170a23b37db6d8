import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isLostConnection } from "./passing-error.ts";
import { CONNECT_TIMEOUT_MS, KEEP_ALIVE_MS } from "./postgres-pool.ts";
import { isPrimary, StandbyError, singleUrls } from "./primary-pool.ts";
import type { DatabaseListener } from "./read-model-database.ts";

const LOCK_RETRY_MS = 2_000;
/** How often a projector that waits for another one to end asks for the lock. */
const WAITING_RETRY_MS = 500;
/** Key of the advisory lock held by the single writer of these tables. */
const WRITER_LOCK = "candor.read-models.writer";

export class ReadModelsInUseError extends Error {
  constructor() {
    super("another server is writing the read models in this database");
    this.name = "ReadModelsInUseError";
  }
}

/** The configured server rejects our login. */
class DatabaseUnusableError extends Error {
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`the database of DATABASE_URL cannot be used: ${reason}`, { cause });
    this.name = "DatabaseUnusableError";
  }
}

/**
 * Detects another writer at startup; the checkpoint's own condition (projection-group.ts) is the fence. A lock lost
 * with its connection is reacquired, or the next server would start on these tables and empty them.
 */
export class WriterLock {
  private readonly url: string;
  private readonly listener: DatabaseListener;
  private readonly closing = new AbortController();
  private client: pg.Client | undefined;
  private regaining: Promise<void> = Promise.resolve();

  private constructor(url: string, listener: DatabaseListener) {
    this.url = url;
    this.listener = listener;
  }

  /** Throws ReadModelsInUseError if another process has the lock, DatabaseUnusableError if no primary is reachable. */
  static async acquire(url: string, listener: DatabaseListener): Promise<WriterLock> {
    const lock = new WriterLock(url, listener);
    const isTaken = await lock.take().catch((error: unknown) => {
      throw new DatabaseUnusableError(error);
    });
    if (isTaken) return lock;
    throw new ReadModelsInUseError();
  }

  /**
   * Waits until no other process has the lock, and until a primary is reachable. Throws the reason of `signal` when it is
   * aborted, and DatabaseUnusableError if the primary rejects the login.
   */
  static async await(url: string, listener: DatabaseListener, signal: AbortSignal): Promise<WriterLock> {
    const lock = new WriterLock(url, listener);
    let warned = "";
    for (;;) {
      signal.throwIfAborted();
      let problem = "another projector is writing the read models: waiting until it ends";
      let cause: unknown;
      try {
        if (await lock.take()) return lock;
      } catch (error) {
        if (!isLostConnection(error)) throw new DatabaseUnusableError(error);
        problem = "the database of DATABASE_URL has no reachable primary: waiting for it";
        cause = error;
      }
      if (warned !== problem) listener.warned(problem, cause);
      warned = problem;
      await sleep(WAITING_RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async release(): Promise<void> {
    this.closing.abort();
    await this.regaining;
    await this.client?.end();
  }

  /** @returns false if another process has it */
  private async take(): Promise<boolean> {
    let last: unknown;
    for (const url of singleUrls(this.url))
      try {
        return await this.takeAt(url);
      } catch (error) {
        last = error;
        if (!isLostConnection(error)) throw error;
      }
    throw last;
  }

  private async takeAt(url: string): Promise<boolean> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      application_name: "candor read-models writer",
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    client.on("error", (error) => this.lost(client, error));
    try {
      await client.connect();
      if (!(await isPrimary(client))) throw new StandbyError(new URL(url).host);
      const { rows } = await client.query<{ locked: boolean }>(
        "select pg_try_advisory_lock(hashtextextended($1, 0)) as locked",
        [WRITER_LOCK],
      );
      if (rows[0]?.locked === true) {
        this.client = client;
        return true;
      }
    } catch (error) {
      void client.end().catch(() => undefined); // It may never have been connected.
      throw error;
    }
    await client.end();
    return false;
  }

  private lost(client: pg.Client, error: Error): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.listener.warned("lost the writer lock on the read models", error);
    this.regaining = this.regain();
  }

  private async regain(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await sleep(LOCK_RETRY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // Fails until the server is back and has detected that the first connection is gone.
      if (await this.take().catch(() => false)) return;
    }
  }
}
