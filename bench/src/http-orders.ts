import { BenchServer, CONNECTIONS } from "./bench-server.ts";
import { type BenchResult, runBench } from "./harness.ts";
import { comparedTails, latencyFigures } from "./order-latency.ts";

/** Of three seconds each. A call's code is fully optimized after about 60,000 orders; the peer's after one run. */
const WARM_UPS = 4;

/**
 * From an order's HTTP request to its reply, which is sent only when the order is on disk: gateway, engine in its
 * worker and journal in one process, the load generator in another. Excludes read models and sockets.
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
      bar: 0.7,
      warmUps: WARM_UPS,
    });
    yield* comparedTails(
      { name: "order to acknowledgement over HTTP", measure: (pace) => exchange.load(pace) },
      { name: "an empty Fastify POST at the same pace", measure: (pace) => empty.load(pace) },
    );
    yield* latencyFigures(exchange, "order to acknowledgement over HTTP", "reply", [20_000]);
  } finally {
    exchange.stop();
    empty.stop();
  }
}

/** The same by signed REST: an order of the Binance API with an HMAC signature. */
export async function* signedOrders(): AsyncGenerator<BenchResult> {
  const exchange = await BenchServer.start("exchange");
  const empty = await BenchServer.start("empty signed");
  try {
    yield await runBench({
      name: `signed REST order to durable acknowledgement, ${CONNECTIONS} connections`,
      unit: "orders/s",
      better: "higher",
      measure: async () => (await exchange.load(0, "reply", "signed")).perSecond,
      peer: {
        name: "an empty Fastify POST that checks the same HMAC",
        measure: async () => (await empty.load(0)).perSecond,
      },
      bar: 0.7,
      warmUps: WARM_UPS,
    });
  } finally {
    exchange.stop();
    empty.stop();
  }
}
