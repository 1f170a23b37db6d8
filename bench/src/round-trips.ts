import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { BenchServer } from "./bench-server.ts";
import { type BenchResult, figure, median, runBench } from "./harness.ts";
import type { RoundTripPlan, RoundTripResult } from "./round-trip-load.ts";

const PAIRS = 1_500;
/** A round trip may take three times as long as the echo server's. */
const BAR = 1 / 3;
const WAYS = [
  ["rest", "signed REST"],
  ["signed", "the WebSocket API, signed"],
  ["logon", "the WebSocket API after session.logon"],
] as const;

/**
 * A bot's round trip: an order is placed, answered once it is on disk, canceled, and answered again. The peer is a
 * server without an exchange that returns the same requests, over the same transport.
 */
export async function* roundTrips(): AsyncGenerator<BenchResult> {
  const exchange = await BenchServer.start("exchange with sockets");
  const echo = await BenchServer.start("echo");
  try {
    for (const [how, words] of WAYS)
      for (const outstanding of [1, 16]) {
        const tails: number[] = [];
        const name = `place and cancel by ${words}, ${outstanding} outstanding`;
        yield await runBench({
          name: `${name}, p50`,
          unit: "ms",
          better: "lower",
          measure: async () => {
            const { p50Ms, p99Ms } = await load(exchange, how, outstanding);
            tails.push(p99Ms);
            return p50Ms;
          },
          peer: {
            name: "a server that returns the same requests",
            measure: async () => (await load(echo, how, outstanding)).p50Ms,
          },
          bar: BAR,
        });
        yield figure(`${name}, p99`, median(tails.slice(2)), "ms");
      }
  } finally {
    exchange.stop();
    echo.stop();
  }
}

let runs = 0;

async function load(
  server: BenchServer,
  how: RoundTripPlan["how"],
  outstanding: number,
): Promise<RoundTripResult> {
  const child = fork(path.join(import.meta.dirname, "round-trip-load.ts"));
  const plan: RoundTripPlan = {
    port: server.port,
    trader: server.traders[0],
    how,
    outstanding,
    pairs: PAIRS,
    run: `t${runs++}`,
  };
  child.send(plan);
  const [result] = (await once(child, "message")) as [RoundTripResult];
  child.disconnect();
  return result;
}
