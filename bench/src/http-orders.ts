import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { type BenchResult, figure, runBench } from "./harness.ts";
import type { ServerReady } from "./http-exchange-server.ts";
import type { LoadPlan, LoadResult } from "./http-load.ts";

const CONNECTIONS = 64;
const SECONDS = 3;
const PACES = [1_000, 5_000, 20_000];

/**
 * From an order's HTTP request to its reply, which leaves only when the order is on disk: gateway, engine in its
 * worker and journal in one process, the load in another. Read models and sockets are not part of it.
 */
export async function* httpOrders(): AsyncGenerator<BenchResult> {
  const exchange = await BenchServer.start("exchange");
  const empty = await BenchServer.start("empty");
  try {
    yield await runBench({
      name: `HTTP order to durable acknowledgement, ${CONNECTIONS} connections`,
      unit: "orders/s",
      better: "higher",
      measure: async () => (await exchange.load(0)).perSecond,
      peer: {
        name: "an empty Fastify POST with the same schema",
        measure: async () => (await empty.load(0)).perSecond,
      },
      bar: 0.4,
      warmUps: 1,
    });
    for (const pace of PACES) {
      const { p50Ms, p99Ms, perSecond } = await exchange.load(pace);
      const reached = perSecond < pace * 0.98 ? `, ${Math.round(perSecond)} reached` : "";
      const name = `order to acknowledgement over HTTP at ${pace.toLocaleString("en")}/s${reached}`;
      yield figure(`${name}, p50`, p50Ms, "ms");
      yield figure(`${name}, p99`, p99Ms, "ms");
    }
  } finally {
    exchange.stop();
    empty.stop();
  }
}

/** One server process, and the load that is put on it. */
class BenchServer {
  private readonly kind: LoadPlan["target"];
  private readonly process: ChildProcess;
  private readonly ready: ServerReady;
  private runs = 0;

  private constructor(kind: LoadPlan["target"], process: ChildProcess, ready: ServerReady) {
    this.kind = kind;
    this.process = process;
    this.ready = ready;
  }

  static async start(kind: LoadPlan["target"]): Promise<BenchServer> {
    const child = fork(path.join(import.meta.dirname, "http-exchange-server.ts"), [kind]);
    const [ready] = (await once(child, "message")) as [ServerReady];
    return new BenchServer(kind, child, ready);
  }

  async load(pace: number): Promise<LoadResult> {
    const child = fork(path.join(import.meta.dirname, "http-load.ts"));
    const plan: LoadPlan = {
      ...this.ready,
      target: this.kind,
      connections: CONNECTIONS,
      seconds: SECONDS,
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
}
