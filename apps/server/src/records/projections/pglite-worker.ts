import { setFlagsFromString } from "node:v8";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { releaseStartGarbage } from "../../kit/release-start-garbage.ts";
import { lowerPriority } from "../../kit/threads/lower-priority.ts";
import { INT8_OID, readInt8 } from "./integer-column.ts";
import { embeddedParameters } from "./number-array.ts";
import { ARRAY_SERIALIZERS } from "./number-array-bytes.ts";
import { PGliteError } from "./pglite-error.ts";
import type { PGliteReply, PGliteRequest, PGliteStart } from "./pglite-messages.ts";
import { problemOf } from "./pglite-problem.ts";
import type { PGliteResult, PGliteSession } from "./pglite-session.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import type { ProjectorHost } from "./projector-host.ts";
import { ROWS_NICE } from "./rows-priority.ts";
import { SessionTurns } from "./session-turns.ts";
import { wasmCompilerFlags } from "./wasm-compiler.ts";

/**
 * Thread of the embedded database: PGlite is synchronous WebAssembly and would block everything else on its thread. The
 * projector runs next to it, so that rows reach it without a copy, and no other thread is busy with them.
 *
 * It never syncs to disk, so its settings drop what only helps with syncing: rows are derived, and a crash together
 * with a reboot means a rebuild (database-directory.ts).
 */
const SETTINGS: readonly string[] = [
  "wal_level=minimal",
  "max_wal_senders=0",
  // Without a log writer, a commit would otherwise stay in memory for hours and be lost with the process.
  "synchronous_commit=on",
  "full_page_writes=off",
  "min_wal_size=32MB",
  "max_wal_size=64MB",
  "jit=off",
  // Statistics only serve to choose an index, which a small sample does as well in a tenth of the time.
  "default_statistics_target=10",
  // Only a second-level cache: the system caches the files' pages too.
  "shared_buffers=16MB",
];

async function open({ directory, work }: PGliteStart): Promise<PGlite> {
  for (const flag of wasmCompilerFlags(process.availableMemory(), work)) setFlagsFromString(flag);
  return PGlite.create({
    ...(directory === undefined ? {} : { dataDir: directory }),
    parsers: { [INT8_OID]: readInt8 },
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap((setting) => ["-c", setting])],
  });
}

/** Serves the connections of the parent thread, which have numbers, and those of projectors in this thread. */
class DatabaseThread {
  private readonly port: MessagePort;
  private readonly database: PGlite;
  private readonly statements: PreparedStatements;
  private readonly turns: SessionTurns<unknown>;
  private readonly projectors = new Set<Promise<ProjectorHost | undefined>>();

  constructor(port: MessagePort, database: PGlite) {
    this.port = port;
    this.database = database;
    this.statements = new PreparedStatements(database);
    this.turns = new SessionTurns(() => database.query("rollback"));
  }

  serve(request: PGliteRequest): void {
    if (request.kind === "query") void this.answer(request);
    else if (request.kind === "close") void this.close(request.id);
    else this.projectors.add(this.project(request));
  }

  private async answer({
    id,
    connection,
    turn,
    sql,
    parameters,
  }: Extract<PGliteRequest, { kind: "query" }>): Promise<void> {
    try {
      const result = await this.turns.run(connection, turn, () => this.query(sql, parameters));
      this.reply({ kind: "result", id, ...result });
    } catch (error) {
      this.reply({ kind: "failed", id, error: problemOf(error) });
    }
  }

  private async query(sql: string, parameters: readonly unknown[]): Promise<PGliteResult> {
    const { rows, affectedRows } = await this.database.query(sql, [...parameters], {
      serializers: ARRAY_SERIALIZERS,
    });
    return { rows, affectedRows };
  }

  private async project({
    port,
    settings,
  }: Extract<PGliteRequest, { kind: "project" }>): Promise<ProjectorHost | undefined> {
    // Only a serving database has a projector, so only then is its code loaded.
    const { hostEmbeddedProjector } = await import("./embedded-projector.ts");
    return await hostEmbeddedProjector(port, this.session(), settings);
  }

  /** For connections from within this thread. */
  private session(): PGliteSession {
    return {
      connect: () => {
        const connection = {};
        return {
          query: async (sql, parameters, turn) => {
            try {
              return await this.turns.run(connection, turn, () =>
                // A projector repeats its statements, except those without parameters.
                parameters.length === 0
                  ? this.query(sql, [])
                  : this.statements.query(sql, embeddedParameters(parameters)),
              );
            } catch (error) {
              throw this.errorOf(error);
            }
          },
        };
      },
      close: () => Promise.resolve(),
    };
  }

  private errorOf(cause: unknown): PGliteError {
    const problem = problemOf(cause);
    const error = new PGliteError(problem);
    if (error.showsDamage) this.reply({ kind: "damaged", error: problem });
    return error;
  }

  /** Ends what the parent thread has in progress, then the projectors, each after its transaction. */
  private async close(id: number): Promise<void> {
    const closed = new PGliteError({
      message: "the embedded database is closing",
      code: undefined,
      detail: undefined,
    });
    await this.turns.refuse((connection) => (typeof connection === "number" ? closed : undefined));
    const hosts = await Promise.all(this.projectors);
    await Promise.all(hosts.map(async (host) => host?.close()));
    await this.turns.run(this, undefined, () => this.database.close());
    this.reply({ kind: "closed", id });
    this.port.close();
  }

  private reply(message: PGliteReply): void {
    this.port.postMessage(message);
  }
}

async function run(): Promise<void> {
  lowerPriority(ROWS_NICE);
  const port = parentPort;
  if (port === null) throw new Error("this file must run in a worker thread");
  const reply = (message: PGliteReply): void => port.postMessage(message);
  let thread: DatabaseThread;
  try {
    thread = new DatabaseThread(port, await open(workerData as PGliteStart));
  } catch (error) {
    reply({ kind: "not-opened", error: problemOf(error) });
    return;
  }
  port.on("message", (request: PGliteRequest) => thread.serve(request));
  reply({ kind: "ready" });
  releaseStartGarbage();
}

await run();
