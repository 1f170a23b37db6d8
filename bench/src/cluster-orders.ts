import { WholeCluster } from "../../test/support/cluster/whole-cluster.ts";
import { postgresBinaries } from "../../test/support/projections/postgres-server.ts";
import { removeHome, startServer, temporaryHome } from "../../test/support/server/run-server.ts";
import type { BenchResult } from "./harness.ts";
import { comparedLoads, TRADERS } from "./user-load.ts";

/** A quiet server for a load of orders. */
export const LOADED_SERVER = {
  CANDOR_PRICES: "simulated",
  CANDOR_CHART_BARS: "50",
  CANDOR_LIQUIDITY: "off",
  CANDOR_OUTBOX: "open",
  CANDOR_PROXY: "local",
} as const;

/**
 * Orders by registered users to one server with its files, and to a cluster: three databases with a commit on two of
 * them, two cores, two gateways. All processes share this machine, so the cluster pays for its replicas with the same
 * cores.
 */
export async function* clusterOrders(): AsyncGenerator<BenchResult> {
  if (postgresBinaries() === undefined) return;
  const home = temporaryHome();
  const server = await startServer(home, LOADED_SERVER);
  const cluster = new WholeCluster();
  try {
    await cluster.start(2);
    yield* comparedLoads({
      name: `order to acknowledgement in a cluster, ${TRADERS} users, p99`,
      urls: cluster.gatewayUrls,
      peer: "one server with files",
      peerUrls: [server.url],
      runs: 3,
    });
  } finally {
    await cluster.close();
    await server.stop("SIGTERM");
    removeHome(home);
  }
}
