import { setTimeout as sleep } from "node:timers/promises";
import { ClusterLoad } from "../../test/support/cluster/cluster-load.ts";
import { WholeCluster } from "../../test/support/cluster/whole-cluster.ts";
import { postgresBinaries } from "../../test/support/projections/postgres-server.ts";
import { removeHome, startServer, temporaryHome } from "../../test/support/server/run-server.ts";
import { type BenchResult, figure, quantile, runBench } from "./harness.ts";

/** Each user may place five orders a second, so this many place up to 200. */
const TRADERS = 40;
const PAUSE_MS = 200;
const SECONDS = 10;

/** Orders of a load during some seconds. */
interface Measured {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Orders by registered users over HTTP and sockets, half each, to one server with its files, and to a cluster: three
 * databases with a commit on two of them, two cores, two gateways. All processes share this machine, so the cluster pays
 * for its replicas with the same cores.
 */
export async function* clusterOrders(): AsyncGenerator<BenchResult> {
  if (postgresBinaries() === undefined) return;
  const home = temporaryHome();
  const server = await startServer(home, {
    CANDOR_PRICES: "simulated",
    CANDOR_CHART_BARS: "50",
    CANDOR_LIQUIDITY: "off",
    CANDOR_OUTBOX: "open",
    CANDOR_PROXY: "local",
  });
  const cluster = new WholeCluster();
  try {
    await cluster.start(2);
    const single = await ClusterLoad.prepare({ traders: TRADERS, urls: [server.url], pauseMs: PAUSE_MS });
    const several = await ClusterLoad.prepare({
      traders: TRADERS,
      urls: cluster.gatewayUrls,
      pauseMs: PAUSE_MS,
    });
    yield* compared(single, several);
  } finally {
    await cluster.close();
    await server.stop("SIGTERM");
    removeHome(home);
  }
}

/** One load at a time: the traders of the other one wait. */
async function* compared(single: ClusterLoad, several: ClusterLoad): AsyncGenerator<BenchResult> {
  const loads = [several, single] as const;
  for (const load of loads) load.start();
  for (const load of loads) load.pause();
  const all: Measured[] = [];
  yield await runBench({
    name: `order to acknowledgement in a cluster, ${TRADERS} users, p99`,
    unit: "ms",
    better: "lower",
    measure: async () => {
      const measured = await measure(several);
      all.push(measured);
      return measured.p99Ms;
    },
    peer: { name: "one server with files", measure: async () => (await measure(single)).p99Ms },
    runs: 3,
    warmUps: 1,
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
