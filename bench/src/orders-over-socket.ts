import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import path from "node:path";
import { BenchServer } from "./bench-server.ts";
import { type BenchResult, figure, median, runBench } from "./harness.ts";
import type { SocketLoadPlan, SocketLoadResult } from "./socket-order-load.ts";
import { threadTimesOf, usedBetween } from "./thread-times.ts";

const OUTSTANDING = 64;
const SECONDS = 3;
/** Of three seconds each, until a call's code is fully optimized. */
const WARM_UPS = 4;
const BAR = 0.5;
/** Largest acceptable processor time per order, in microseconds. */
const MOST_GATEWAY_US = 30;
const MOST_ENGINE_US = 2;

/** Processor time per order of one run, in microseconds. */
interface Cost {
  readonly gateway: number;
  readonly engine: number;
}

/**
 * Orders over one socket, each answered only when it is on disk. The peer sends back the same bytes after parsing them,
 * without checking, executing or storing anything. The trader's socket also receives the private messages about each
 * order; the peer's has none.
 */
export async function* ordersOverSocket(): AsyncGenerator<BenchResult> {
  const exchange = await BenchServer.start("exchange with sockets");
  const echo = await BenchServer.start("echo");
  try {
    for (const framing of ["single", "array"] as const) {
      const how = framing === "single" ? "" : ", all that are due in one frame";
      const costs: Cost[] = [];
      const echoCosts: number[] = [];
      const latencies: SocketLoadResult[] = [];
      yield await runBench({
        name: `orders over one socket, ${OUTSTANDING} outstanding${how}`,
        unit: "orders/s",
        better: "higher",
        measure: async () => {
          const before = threadTimesOf(exchange.pid);
          const result = await load(exchange, framing);
          costs.push(costOf(before, threadTimesOf(exchange.pid), result.answers));
          latencies.push(result);
          return result.perSecond;
        },
        peer: {
          name: "a ws server that parses and returns the same bytes",
          measure: async () => {
            const before = threadTimesOf(echo.pid);
            const { answers, perSecond } = await load(echo, framing);
            echoCosts.push(costOf(before, threadTimesOf(echo.pid), answers).gateway);
            return perSecond;
          },
        },
        ...(framing === "single" ? { bar: BAR } : {}),
        warmUps: WARM_UPS,
      });
      yield* costFigures(how, costs.slice(WARM_UPS), median(echoCosts.slice(WARM_UPS)));
      const measured = latencies.slice(WARM_UPS);
      yield figure(
        `order to reply over the socket${how}, p50`,
        median(measured.map((each) => each.p50Ms)),
        "ms",
      );
      yield figure(
        `order to reply over the socket${how}, p99`,
        median(measured.map((each) => each.p99Ms)),
        "ms",
      );
    }
  } finally {
    exchange.stop();
    echo.stop();
  }
}

function costOf(
  before: ReturnType<typeof threadTimesOf>,
  after: ReturnType<typeof threadTimesOf>,
  orders: number,
): Cost {
  return {
    gateway: usedBetween("main", before, after) / orders,
    engine: usedBetween("engine", before, after) / orders,
  };
}

function* costFigures(how: string, costs: readonly Cost[], echo: number): Generator<BenchResult> {
  const cores = availableParallelism();
  const [gateway, engine] = [
    median(costs.map((each) => each.gateway)),
    median(costs.map((each) => each.engine)),
  ];
  // Without the kernel's figures there is nothing to report.
  if (gateway === 0) return;
  const what = `processor time per order over the socket${how}, ${cores} cores`;
  yield figure(`${what}, gateway thread`, gateway, "µs", MOST_GATEWAY_US);
  yield figure(`${what}, engine thread`, engine, "µs", MOST_ENGINE_US);
  yield figure(`${what}, the server that returns the same bytes`, echo, "µs");
}

let runs = 0;

async function load(server: BenchServer, framing: SocketLoadPlan["framing"]): Promise<SocketLoadResult> {
  const child = fork(path.join(import.meta.dirname, "socket-order-load.ts"));
  const plan: SocketLoadPlan = {
    port: server.port,
    trader: server.traders[0],
    outstanding: OUTSTANDING,
    framing,
    seconds: SECONDS,
    run: `s${runs++}`,
  };
  child.send(plan);
  const [result] = (await once(child, "message")) as [SocketLoadResult];
  child.disconnect();
  if (result.refused > 0) throw new Error(`${result.refused} of ${result.answers} orders were refused`);
  return result;
}
