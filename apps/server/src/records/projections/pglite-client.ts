import { MessageChannel, Worker } from "node:worker_threads";
import { embeddedParameters } from "./number-array.ts";
import { PGliteError } from "./pglite-error.ts";
import type { DatabaseProblem, PGliteReply, PGliteRequest, PGliteStart } from "./pglite-messages.ts";
import type { PGliteConnection, PGliteResult, PGliteSession } from "./pglite-session.ts";
import type { ProjectorSettings } from "./projector-messages.ts";
import { RemoteProjector, type RemoteProjectorOptions } from "./remote-projector.ts";
import type { DatabaseWork } from "./wasm-compiler.ts";

interface Waiting {
  readonly resolve: (result: PGliteResult) => void;
  readonly reject: (error: Error) => void;
}

const GONE: DatabaseProblem = {
  message: "the embedded database is closed",
  code: undefined,
  detail: undefined,
};

/** Heap for short-lived rows; by default it would grow to 96 MB and stay there. */
const YOUNG_GENERATION_MB = 12;

/** An embedded PostgreSQL in its own thread, which also runs the projector. */
export class PGliteClient implements PGliteSession {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private readonly projectors: RemoteProjector[] = [];
  /** Rejects when the thread ends. */
  private readonly gone = Promise.withResolvers<never>();
  private nextId = 1;
  private nextConnection = 1;
  private ended: DatabaseProblem | undefined;
  /** Called for each error that shows that the database's files are corrupt. */
  onDamage: (error: PGliteError) => void = () => undefined;

  private constructor(worker: Worker) {
    this.worker = worker;
    // Each projector handles it.
    this.gone.promise.catch(() => undefined);
  }

  /** Opens the database in `directory`, creating it if missing; in memory if `undefined`. Throws PGliteError. */
  static async open(directory: string | undefined, work: DatabaseWork): Promise<PGliteClient> {
    const start: PGliteStart = { directory, work };
    const client = new PGliteClient(
      new Worker(new URL("./pglite-worker.ts", import.meta.url), {
        workerData: start,
        name: "read-models",
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
      }),
    );
    try {
      await client.ready();
    } catch (error) {
      await client.worker.terminate();
      throw error;
    }
    return client;
  }

  private ready(): Promise<void> {
    const { worker } = this;
    return new Promise<void>((resolve, reject) => {
      worker.on("message", (reply: PGliteReply) => {
        if (reply.kind === "ready") resolve();
        else if (reply.kind === "not-opened") reject(new PGliteError(reply.error));
        else if (reply.kind === "damaged") this.errorOf(reply.error);
        else this.settle(reply);
      });
      worker.on("error", (error) => {
        const problem = {
          message: `the embedded database failed: ${String(error)}`,
          code: undefined,
          detail: undefined,
        };
        this.end(problem);
        reject(new PGliteError(problem));
      });
      worker.on("exit", () => {
        this.end(GONE);
        reject(new PGliteError(GONE));
      });
    });
  }

  connect(): PGliteConnection {
    const connection = this.nextConnection++;
    return {
      query: (sql, parameters, turn) =>
        this.ask((id) => ({
          id,
          kind: "query",
          connection,
          turn,
          sql,
          parameters: embeddedParameters(parameters),
        })),
    };
  }

  /** Opens a projector in the database's thread. Throws the error that prevents it. */
  async openProjector(
    settings: ProjectorSettings,
    options: RemoteProjectorOptions,
  ): Promise<RemoteProjector> {
    if (this.ended !== undefined) throw new PGliteError(this.ended);
    const { port1: own, port2: port } = new MessageChannel();
    this.worker.postMessage({ kind: "project", port, settings } satisfies PGliteRequest, [port]);
    const projector = await RemoteProjector.open(own, options, { lost: this.gone.promise });
    this.projectors.push(projector);
    return projector;
  }

  async closeProjectors(): Promise<void> {
    await Promise.all(this.projectors.map((projector) => projector.close()));
  }

  /** Ends the thread after the statement in progress. */
  async close(): Promise<void> {
    if (this.ended !== undefined) return;
    await this.ask((id) => ({ id, kind: "close" }));
    await this.worker.terminate();
  }

  private ask(request: (id: number) => PGliteRequest): Promise<PGliteResult> {
    const { ended } = this;
    if (ended !== undefined) return Promise.reject(new PGliteError(ended));
    const id = this.nextId++;
    return new Promise<PGliteResult>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage(request(id));
    });
  }

  private settle(reply: Exclude<PGliteReply, { kind: "ready" | "not-opened" | "damaged" }>): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (waiting === undefined) return;
    if (reply.kind === "failed") waiting.reject(this.errorOf(reply.error));
    else if (reply.kind === "closed") waiting.resolve({ rows: [], affectedRows: undefined });
    else waiting.resolve({ rows: reply.rows, affectedRows: reply.affectedRows });
  }

  private errorOf(problem: DatabaseProblem): PGliteError {
    const error = new PGliteError(problem);
    if (error.showsDamage) this.onDamage(error);
    return error;
  }

  private end(problem: DatabaseProblem): void {
    this.ended ??= problem;
    const error = new PGliteError(this.ended);
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    this.gone.reject(error);
  }
}
