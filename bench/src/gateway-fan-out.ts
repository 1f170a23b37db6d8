import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../test/support/server/free-port.ts";
import { type ServerProcess, startServer } from "../../test/support/server/run-server.ts";
import type { FanOutPlan } from "./gateway-fan-out-clients.ts";
import { type BenchResult, figure, median, runBench } from "./harness.ts";
import { type ThreadTime, threadTimesOf, usedBetween } from "./thread-times.ts";

const CLIENTS = 400;
const GATEWAYS = [1, 2, 4];
/** Data of the sandbox's markets, which its own traders move. */
const CHANNELS = [
  "lunbo",
  "tape.spot.BTCUSDT",
  "depth.spot.BTCUSDT",
  "depth.spot.BTCUSDT.diff",
  "depth.spot.ETHUSDT.diff",
];
const WINDOW_MS = 5_000;
const WARM_UP_MS = 20_000;
/** After connecting or disconnecting, until greetings are sent and connections closed. */
const SETTLE_MS = 2_000;
const RUNS = 3;
/** Every gateway encodes for its own clients; more than half of the time per message must be the writing of it. */
const BAR = 0.5;

/**
 * Market data to sockets of a real server: processor time per message, which other processes change little. Without
 * gateway threads the main thread fans out; with them, each gateway does for its own clients. What the threads use without
 * clients, just before, is subtracted.
 */
export async function* gatewayFanOut(): AsyncGenerator<BenchResult> {
  for (const count of GATEWAYS) {
    const [single, several] = [await Stage.start(0), await Stage.start(count)];
    try {
      yield await runBench({
        name: `market data to ${CLIENTS} sockets over ${count} gateways, processor time of all threads per message`,
        unit: "µs",
        better: "lower",
        measure: () => several.measure(),
        peer: { name: "the main thread's sockets", measure: () => single.measure(), warmUps: 1 },
        bar: BAR,
        runs: RUNS,
        warmUps: 1,
      });
      yield figure(`the same over ${count} gateways, main thread only`, median(several.mainCosts), "µs");
      yield figure(`the same over ${count} gateways, busiest thread`, median(several.busiestCosts), "µs");
    } finally {
      await single.stop();
      await several.stop();
    }
  }
}

/** Processor time in microseconds, by thread. */
type Use = ReadonlyMap<string, number>;

/** A server and its clients. */
class Stage {
  readonly mainCosts: number[] = [];
  readonly busiestCosts: number[] = [];
  private readonly home: string;
  private readonly server: ServerProcess;
  private readonly metricsPort: number;
  private readonly threads: readonly string[];

  private constructor(home: string, server: ServerProcess, metricsPort: number, gateways: number) {
    this.home = home;
    this.server = server;
    this.metricsPort = metricsPort;
    this.threads = ["main", ...Array.from({ length: gateways }, (_, at) => `gateway ${at + 1}`)];
  }

  static async start(gateways: number): Promise<Stage> {
    const home = mkdtempSync(path.join(tmpdir(), "candor-fan-out-"));
    const metricsPort = await freePort();
    const settings = { CANDOR_GATEWAYS: String(gateways), METRICS_PORT: String(metricsPort) };
    const stage = new Stage(home, await startServer(home, settings), metricsPort, gateways);
    await sleep(WARM_UP_MS);
    return stage;
  }

  private async connect(): Promise<ChildProcess> {
    const clients = fork(path.join(import.meta.dirname, "gateway-fan-out-clients.ts"));
    const url = `${this.server.url.replace("http", "ws")}/ws`;
    clients.send({ url, clients: CLIENTS, channels: CHANNELS } satisfies FanOutPlan);
    await once(clients, "message");
    return clients;
  }

  /** Measures without clients, then with them. @returns microseconds per message */
  async measure(): Promise<number> {
    const idle = await this.useOfWindow();
    const clients = await this.connect();
    await sleep(SETTLE_MS);
    const before = await this.messagesSent();
    const use = await this.useOfWindow();
    const messages = (await this.messagesSent()) - before;
    clients.disconnect();
    await once(clients, "exit");
    await sleep(SETTLE_MS);
    const cost = (thread: string) => ((use.get(thread) ?? 0) - (idle.get(thread) ?? 0)) / messages;
    const costs = this.threads.map(cost);
    this.mainCosts.push(cost("main"));
    this.busiestCosts.push(Math.max(...costs));
    return costs.reduce((sum, each) => sum + each, 0);
  }

  async stop(): Promise<void> {
    await this.server.stop("SIGTERM");
    rmSync(this.home, { recursive: true, force: true });
  }

  private async useOfWindow(): Promise<Use> {
    const before = this.times();
    await sleep(WINDOW_MS);
    const after = this.times();
    return new Map(this.threads.map((thread) => [thread, usedBetween(thread, before, after)]));
  }

  private times(): readonly ThreadTime[] {
    return threadTimesOf(this.server.pid);
  }

  private async messagesSent(): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
    const found = /^candor_socket_messages_total ([0-9.e+]+)$/m.exec(metrics)?.[1];
    if (found === undefined) throw new Error("the server does not count its messages");
    return Number(found);
  }
}
