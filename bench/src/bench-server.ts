import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Trader } from "./bench-traders.ts";
import type { ServerKind, ServerReady } from "./http-exchange-server.ts";
import type { LoadPlan, LoadResult } from "./http-load.ts";

export const CONNECTIONS = 64;
const SECONDS = 3;

/** One server process and its load. */
export class BenchServer {
  private readonly kind: ServerKind;
  private readonly process: ChildProcess;
  private readonly ready: ServerReady;
  private runs = 0;

  private constructor(kind: ServerKind, process: ChildProcess, ready: ServerReady) {
    this.kind = kind;
    this.process = process;
    this.ready = ready;
  }

  /** @param nodeOptions for its process, such as those of tracing */
  static async start(kind: ServerKind, nodeOptions: readonly string[] = []): Promise<BenchServer> {
    const file = path.join(import.meta.dirname, "http-exchange-server.ts");
    const child = fork(file, [kind], { execArgv: [...process.execArgv, ...nodeOptions] });
    const [ready] = (await once(child, "message")) as [ServerReady];
    return new BenchServer(kind, child, ready);
  }

  get port(): number {
    return this.ready.port;
  }

  /** Process id of the server. */
  get pid(): number {
    const { pid } = this.process;
    if (pid === undefined) throw new Error(`the server of ${this.kind} has not started`);
    return pid;
  }

  get traders(): readonly Trader[] {
    return this.ready.traders;
  }

  /** @param pace orders per second; 0: each connection sends its next order after the reply */
  async load(
    pace: number,
    acknowledgedBy: LoadPlan["acknowledgedBy"] = "reply",
    target: LoadPlan["target"] = targetOf(this.kind),
    seconds = SECONDS,
  ): Promise<LoadResult> {
    const child = fork(path.join(import.meta.dirname, "http-load.ts"));
    const plan: LoadPlan = {
      ...this.ready,
      target,
      acknowledgedBy,
      connections: CONNECTIONS,
      seconds,
      pace,
      run: `r${this.runs++}`,
    };
    child.send(plan);
    const [result] = (await once(child, "message")) as [LoadResult];
    child.disconnect();
    if (result.refused > 0) throw new Error(`${result.refused} of ${result.answers} orders were refused`);
    return result;
  }

  stop(): void {
    this.process.disconnect();
  }

  /** Ends it and waits for its exit, which completes its traces. */
  async ended(): Promise<void> {
    this.stop();
    await once(this.process, "exit");
  }
}

const targetOf = (kind: ServerKind): LoadPlan["target"] =>
  kind === "empty" || kind === "empty signed" ? kind : "exchange";
