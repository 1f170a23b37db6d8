import { BenchServer } from "./bench-server.ts";
import type { BenchResult } from "./harness.ts";
import { comparedTails, latencyFigures } from "./order-latency.ts";

/**
 * From an order's HTTP request to its private `order` message on the trader's socket, which is sent only when the order
 * is on disk: the path of an app that displays socket messages. 64 traders, each with one HTTP connection and one
 * socket without other channels; gateway, sockets, engine in its worker and journal in one process, the load generator
 * in another. Excludes read models.
 */
export async function* socketOrders(): AsyncGenerator<BenchResult> {
  const server = await BenchServer.start("exchange with sockets");
  try {
    yield* comparedTails(
      { name: "order to private push over the socket", measure: (pace) => server.load(pace, "push") },
      { name: "order to acknowledgement over HTTP", measure: (pace) => server.load(pace) },
    );
    yield* latencyFigures(server, "order to private push over the socket", "push", [5_000, 20_000]);
  } finally {
    server.stop();
  }
}
