import { BenchServer } from "./bench-server.ts";
import type { BenchResult } from "./harness.ts";
import { latencyFigures } from "./order-latency.ts";

/**
 * From an order's HTTP request to its private `order` message on the trader's socket, which leaves only when the order
 * is on disk: the path of an app that shows what the socket says. 64 traders, each with one HTTP connection and one
 * socket that follows nothing else; gateway, sockets, engine in its worker and journal in one process, the load in
 * another. Read models are not part of it.
 */
export async function* socketOrders(): AsyncGenerator<BenchResult> {
  const server = await BenchServer.start("exchange with sockets");
  try {
    yield* latencyFigures(server, "order to private push over the socket", "push");
  } finally {
    server.stop();
  }
}
