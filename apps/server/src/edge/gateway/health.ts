import type { FastifyInstance } from "fastify";
import { PUBLIC_ALARMS } from "../../operators/alarms/alarm-kinds.ts";
import type { GatewayOptions, Ports } from "./dependencies.ts";

/**
 * Serves `/healthz`: 200 if calls are answered, 503 if not. `degraded` means that an alarm is raised: a load balancer
 * uses the status code, people the text. It is public, so alarms about users, amounts or wallets appear without
 * details.
 */
export function serveHealth(
  app: FastifyInstance,
  {
    alarms,
    engine,
    engineReady,
    health,
    mirror,
    obstacle,
    readModels,
    site,
  }: Ports<"alarms" | "engine" | "engineReady" | "health" | "mirror" | "obstacle" | "readModels" | "site">,
  options: GatewayOptions,
): void {
  app.get("/healthz", (_request, reply) => {
    const reason = obstacle?.();
    const ready = reason === undefined && engineReady();
    const raised = alarms?.raised() ?? [];
    const told = raised.filter(({ name }) => PUBLIC_ALARMS.has(name));
    return reply
      .status(ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send({
        status: !ready ? "unavailable" : raised.length > 0 ? "degraded" : "ok",
        ...(reason !== undefined && { reason }),
        version: options.version,
        mode: options.mode,
        siteOpen: site.current().open,
        engine: { ready, durableSeq: engine.durableSeq },
        marketData: { asOfSeq: mirror.asOfSeq, markets: mirror.markets.length },
        readModels: { reachedSeq: readModels.reachedSeq, behind: engine.durableSeq - readModels.reachedSeq },
        alarms: told.map(({ name, severity, subject, sinceMs }) => ({ name, severity, subject, sinceMs })),
        otherAlarms: raised.length - told.length,
        ...health?.(),
      });
  });
}
