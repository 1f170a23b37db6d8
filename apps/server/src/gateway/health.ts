import type { FastifyInstance } from "fastify";
import type { GatewayDependencies, GatewayOptions } from "./dependencies.ts";

/** `/healthz`: 200 when calls are answered, 503 when not, and why. */
export function serveHealth(
  app: FastifyInstance,
  { engine, engineReady, health, mirror, readModels, site }: GatewayDependencies,
  options: GatewayOptions,
): void {
  app.get("/healthz", (_request, reply) => {
    const ready = engineReady();
    return reply
      .status(ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status: ready ? "ok" : "unavailable",
        version: options.version,
        mode: options.mode,
        siteOpen: site.current().open,
        engine: { ready, durableSeq: engine.durableSeq },
        marketData: { asOfSeq: mirror.asOfSeq, markets: mirror.markets.length },
        readModels: { reachedSeq: readModels.reachedSeq, behind: engine.durableSeq - readModels.reachedSeq },
        ...health?.(),
      });
  });
}
