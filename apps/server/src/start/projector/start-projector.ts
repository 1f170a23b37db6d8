import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import { isFounded, openInstance } from "../../config/instance.ts";
import { mirrorOptions } from "../../engine/home/replication.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { exchangeThread } from "../../engine/runtime/worker-engine.ts";
import { Closers } from "../../kit/closers.ts";
import { DatabaseReader } from "../../kit/journal-database/database-reader.ts";
import type { DatabaseSettings } from "../../kit/journal-database/database-settings.ts";
import { assertNotMirror } from "../../kit/journal-database/home-identity.ts";
import { HomeMirror } from "../../kit/journal-database/home-mirror.ts";
import { openReadModels } from "../../records/projections/database.ts";
import { journalIdOf } from "../../records/projections/journal-id.ts";
import type { ReadModelDatabase } from "../../records/projections/read-model-database.ts";
import { serveRoleMetrics } from "../roles/serve-role-metrics.ts";
import { type ProjectorStatus, projectorMetrics } from "./projector-metrics.ts";
import { ProjectorSession, type SessionOptions } from "./projector-session.ts";
import { ProjectorReport } from "./report-projector.ts";

const WAIT_EVERY_MS = 100;
/** Between a session that another writer ended and the next one. */
const NEXT_SESSION_MS = 1_000;
const SNAPSHOT_INTERVAL = 200_000;

/** Why a session ends although nothing is wrong with this process: the checkpoint is not where it left it. */
const MOVED = "CheckpointMovedError";

export interface RunningProjector {
  close(): Promise<void>;
}

/**
 * Runs the role `projector`: writes the read models of an exchange whose engine is another process. With a journal in a
 * database, it keeps a copy of the home in its own; otherwise it reads the server's home. A second projector waits until
 * the first one ends. Resolves when it listens and its copy is complete.
 * @param onFatal called when it cannot continue; the process must exit
 */
export async function startProjector(
  environment: Environment,
  log: Logger,
  onFatal: (error: Error) => void,
): Promise<RunningProjector> {
  const closers = new Closers();
  try {
    const role = new ProjectorRole(environment, log);
    const health = () => ({
      role: "projector",
      ready: role.status().status !== "starting",
      ...role.status(),
    });
    const metrics = projectorMetrics(() => role.status());
    closers.add("metrics", await serveRoleMetrics(metrics, health, environment));
    await mirror(environment, log, closers, onFatal);
    if (environment.journalDatabase !== undefined) {
      const report = new ProjectorReport({
        database: environment.journalDatabase,
        name: environment.link.node,
        log,
        status: () => role.status(),
      });
      role.termOf = () => report.term;
      closers.add("reports", () => report.close());
    }
    closers.add("projector", () => role.close());
    role.run().catch(onFatal);
  } catch (error) {
    await closers.closeAll(log);
    throw error;
  }
  return { close: () => closers.closeAll(log) };
}

/** Keeps the home equal to the journal's database, if there is one. */
async function mirror(
  { home, journalDatabase }: Environment,
  log: Logger,
  closers: Closers,
  onFatal: (error: Error) => void,
): Promise<void> {
  if (journalDatabase === undefined) {
    assertNotMirror(home);
    return;
  }
  await journalExists(journalDatabase, log);
  const copy = await HomeMirror.open(
    mirrorOptions({ home, database: journalDatabase }, (message) => log.warn(message)),
  );
  closers.add("copy of the home", () => copy.close());
  await copy.pull();
  const closing = new AbortController();
  const following = copy.follow(closing.signal);
  closers.add("following", async () => {
    closing.abort();
    await following.catch(() => undefined);
  });
  following.catch((error: unknown) => {
    if (!closing.signal.aborted) onFatal(error instanceof Error ? error : new Error(String(error)));
  });
}

/** Waits until a first leader has made the journal's tables. */
async function journalExists(database: DatabaseSettings, log: Logger): Promise<void> {
  const reader = new DatabaseReader(database);
  try {
    for (let looks = 0; (await reader.leader()) === undefined; looks++) {
      if (looks === 0) log.warn("the database of CANDOR_JOURNAL_URL has no journal yet: waiting for one");
      await sleep(WAIT_EVERY_MS);
    }
  } finally {
    await reader.close();
  }
}

/** One session after another: each begins when no other projector writes, and ends when another one has written. */
class ProjectorRole {
  private readonly environment: Environment;
  private readonly log: Logger;
  private readonly closing = new AbortController();
  /** Returns the leader's term, 0 on a single machine. */
  termOf = (): number => 0;
  private session: ProjectorSession | undefined;
  private isWaiting = false;
  private running: Promise<void> | undefined;

  constructor(environment: Environment, log: Logger) {
    this.environment = environment;
    this.log = log;
  }

  status(): ProjectorStatus {
    const { session } = this;
    const term = this.termOf();
    if (session !== undefined) return { status: "projecting", term, ...session.status() };
    const none = { term, reachedSeq: 0, lag: { commands: 0, ms: 0 }, rows: 0, transactions: 0 };
    return { status: this.isWaiting ? "waiting" : "starting", ...none };
  }

  /** Resolves when it is closed. Throws what the next session would meet again. */
  async run(): Promise<void> {
    this.running = this.runSessions();
    await this.running;
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running?.catch(() => undefined);
  }

  private async runSessions(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      try {
        await this.runSession();
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Error) || error.name !== MOVED) throw error;
        this.log.warn({ err: error }, "the session ends, and the next one begins at the new checkpoint");
        await sleep(NEXT_SESSION_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private async runSession(): Promise<void> {
    const { signal } = this.closing;
    const database = await this.openDatabase();
    try {
      const session = await ProjectorSession.start(database, await this.sessionOptions());
      this.session = session;
      const closed = new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      try {
        await Promise.race([session.failed, closed]);
      } finally {
        this.session = undefined;
        await session.close();
      }
    } finally {
      await database.close();
    }
  }

  private async openDatabase(): Promise<ReadModelDatabase> {
    const url = this.environment.databaseUrl as string;
    this.isWaiting = true;
    try {
      return await openReadModels(
        { kind: "postgres", url, projector: "here", waiting: this.closing.signal },
        { warned: (message, error) => this.log.warn({ err: error }, message) },
      );
    } finally {
      this.isWaiting = false;
    }
  }

  /** Waits until the exchange exists. */
  private async sessionOptions(): Promise<SessionOptions> {
    const { home, mode, cache, journalDatabase } = this.environment;
    const { signal } = this.closing;
    while (!isFounded(home)) {
      signal.throwIfAborted();
      await sleep(WAIT_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    const ownsHome = journalDatabase !== undefined;
    return {
      home: exchangeHome(home),
      journalId: journalIdOf(openInstance(home, mode, Date.now())),
      thread: exchangeThread(cache),
      snapshotInterval: ownsHome ? SNAPSHOT_INTERVAL : undefined,
      syncs: !ownsHome,
      info: (message) => this.log.info(message),
      warn: (message, error) => this.log.warn({ err: error }, message),
    };
  }
}
