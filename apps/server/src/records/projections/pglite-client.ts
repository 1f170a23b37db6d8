import { Worker } from "node:worker_threads";
import { NumberArray } from "./number-array.ts";
import type { DatabaseProblem, PGliteReply, PGliteRequest, PGliteStart } from "./pglite-messages.ts";
import type { DatabaseWork } from "./wasm-compiler.ts";

/** A statement failed, or the embedded database has stopped. */
export class PGliteError extends Error {
  /** SQLSTATE, if the database returned one. */
  readonly code: string | undefined;

  constructor(problem: DatabaseProblem) {
    super(problem.detail === undefined ? problem.message : `${problem.message} (${problem.detail})`);
    this.name = "PGliteError";
    this.code = problem.code;
  }
}

export interface PGliteResult {
  readonly rows: readonly unknown[];
  readonly affectedRows: number | undefined;
}

interface Waiting {
  readonly resolve: (result: PGliteResult) => void;
  readonly reject: (error: Error) => void;
}

const GONE: DatabaseProblem = {
  message: "the embedded database is closed",
  code: undefined,
  detail: undefined,
};

/** SQLSTATEs of a failed page checksum, an index that contradicts its table, and a missing table file. */
const DAMAGE = new Set(["XX001", "XX002", "58P01"]);

/** Heap for short-lived rows; by default it would grow to 96 MB and stay there. */
const YOUNG_GENERATION_MB = 12;

/** An embedded PostgreSQL in its own thread, with one session. */
export class PGliteClient {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;
  private ended: DatabaseProblem | undefined;
  /** Called for each error that shows that the database's files are corrupt. */
  onDamage: (error: PGliteError) => void = () => undefined;

  private constructor(worker: Worker) {
    this.worker = worker;
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

  async query(sql: string, parameters: readonly unknown[]): Promise<PGliteResult> {
    return this.ask((id) => ({
      id,
      kind: "query",
      sql,
      parameters: parameters.map((value) => (value instanceof NumberArray ? value.values : value)),
    }));
  }

  /** Waits for work in progress, then ends the thread. */
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

  private settle(reply: Exclude<PGliteReply, { kind: "ready" | "not-opened" }>): void {
    const waiting = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    if (waiting === undefined) return;
    if (reply.kind === "failed") waiting.reject(this.errorOf(reply.error));
    else if (reply.kind === "closed") waiting.resolve({ rows: [], affectedRows: undefined });
    else waiting.resolve({ rows: reply.rows, affectedRows: reply.affectedRows });
  }

  private errorOf(problem: DatabaseProblem): PGliteError {
    const error = new PGliteError(problem);
    if (error.code !== undefined && DAMAGE.has(error.code)) this.onDamage(error);
    return error;
  }

  private end(problem: DatabaseProblem): void {
    this.ended ??= problem;
    for (const { reject } of this.waiting.values()) reject(new PGliteError(this.ended));
    this.waiting.clear();
  }
}
