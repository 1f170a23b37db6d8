import { setTimeout as sleep } from "node:timers/promises";
import { ClusterLoad } from "../../test/support/cluster/cluster-load.ts";
import { type BenchResult, figure, quantile, runBench } from "./harness.ts";

/** Each user may place five orders a second, so this many place up to 200. */
export const TRADERS = 40;
const PAUSE_MS = 200;
const SECONDS = 10;

/** Servers whose users place orders in turn. */
export interface ComparedServers {
  readonly name: string;
  readonly urls: readonly string[];
  readonly peer: string;
  readonly peerUrls: readonly string[];
  readonly runs: number;
  /** Required ratio. */
  readonly bar?: number;
}

/** Orders of a load during some seconds. */
interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Orders by registered users over HTTP and sockets, half each, on two servers. One load at a time: the traders of the
 * other one wait.
 */
export async function* comparedLoads(servers: ComparedServers): AsyncGenerator<BenchResult> {
  const { name, urls, peer, peerUrls, runs, bar } = servers;
  const prepare = (at: readonly string[]) =>
    ClusterLoad.prepare({ traders: TRADERS, urls: at, pauseMs: PAUSE_MS });
  const loads = [await prepare(urls), await prepare(peerUrls)] as const;
  for (const load of loads) load.start();
  for (const load of loads) load.pause();
  const all: Measured[] = [];
  yield await runBench({
    name,
    unit: "ms",
    better: "lower",
    measure: async () => {
      const measured = await measure(loads[0]);
      all.push(measured);
      return measured.p99Ms;
    },
    peer: { name: peer, measure: async () => (await measure(loads[1])).p99Ms },
    runs,
    warmUps: 1,
    ...(bar !== undefined && { bar }),
  });
  const last = all.at(-1) as Measured;
  yield figure("the same, p50", last.p50Ms, "ms");
  yield figure("the same, orders", last.perSecond, "orders/s");
  await Promise.all(loads.map((load) => load.stop()));
  for (const { failures } of loads)
    if (failures.length > 0) throw new Error(`orders failed: ${failures.slice(0, 3).join("; ")}`);
}

async function measure(load: ClusterLoad): Promise<Measured> {
  load.resume();
  const before = load.traders.map(({ latencies }) => latencies.length);
  await sleep(SECONDS * 1_000);
  const latencies = load.traders.flatMap((trader, at) => trader.latencies.slice(before[at]));
  load.pause();
  return {
    perSecond: latencies.length / SECONDS,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
  };
}
