import { awaitListening } from "../config/listening-place.ts";
import { addChainMetrics } from "../custody/chain/chain-metrics.ts";
import { addCoreMetrics } from "../edge/gateway/core-status.ts";
import { addIdentityMetrics } from "../edge/gateway/identity-metrics.ts";
import type { GatewayMetrics } from "../edge/gateway/metrics.ts";
import { serveMetrics } from "../edge/gateway/metrics-server.ts";
import { addAlarmMetrics } from "../operators/alarms/alarm-metrics.ts";
import type { LeadingTerm } from "./leading-term.ts";
import type { RunningExchange } from "./running-exchange.ts";
import type { PageContent } from "./status/status-messages.ts";
import { StatusServer } from "./status/status-server.ts";

/** Serves the Prometheus metrics. */
export async function startMetrics(
  exchange: RunningExchange,
  metrics: GatewayMetrics,
  socketStatistics: Parameters<GatewayMetrics["ofSockets"]>[0],
): Promise<void> {
  const { environment, engine, projector, identity, funding, prices, clockGuard, closers } = exchange;
  const { alarms, mail, signer } = exchange;
  metrics.role(environment.role);
  metrics.gauge(
    "candor_durable_seq",
    "Sequence number of the last durable command.",
    () => engine.durableSeq,
  );
  metrics.gauge(
    "candor_read_models_seq",
    "Sequence number of the last command in the read models.",
    () => projector.reachedSeq,
  );
  metrics.gauge("candor_clock_held", "1 while the clock is held after a jump of the system clock.", () =>
    clockGuard.isHeld ? 1 : 0,
  );
  metrics.gauge(
    "candor_clock_deviation_ms",
    "System clock minus its expected value, in milliseconds.",
    () => clockGuard.health().deviationMs,
  );
  metrics.ofSockets(socketStatistics);
  addIdentityMetrics(metrics, identity);
  addChainMetrics(metrics.registry, funding.chains);
  addAlarmMetrics(metrics.registry, {
    home: environment.home,
    alarms,
    delivery: exchange.alarmDelivery,
    mail,
    feeds: () => prices.view(),
    engine,
    signer,
    chains: funding.chains,
    nowMs: Date.now,
  });
  const { leading } = exchange;
  if (leading !== undefined) return await serveLeader(exchange, leading, metrics);
  const place = { prefix: "METRICS_", port: environment.metricsPort, host: environment.metricsHost } as const;
  const server = await awaitListening(place, serveMetrics(metrics, alarms, place.host, place.port));
  closers.add("metrics", () => void server.close());
}

/** Serves them, with the health and figures of a leader, from a thread that never waits for the database. */
async function serveLeader(
  { environment, alarms, closers, log }: RunningExchange,
  { status, term, replication, endStatus }: LeadingTerm,
  metrics: GatewayMetrics,
): Promise<void> {
  addCoreMetrics(metrics, status);
  await endStatus();
  const place = { prefix: "METRICS_", port: environment.metricsPort, host: environment.metricsHost } as const;
  const health = (): object => ({ status: "ok", phase: "leading", ...status() });
  const json = (content: object): PageContent => ({
    contentType: "application/json",
    text: JSON.stringify(content),
  });
  const server = new StatusServer({
    ...place,
    writers: replication.signals,
    role: environment.role,
    term,
    health: health(),
    pages: {
      health: () => json(health()),
      alarms: () => json({ alarms: alarms.raised() }),
      metrics: async () => ({ contentType: metrics.registry.contentType, text: await metrics.text() }),
    },
    warn: (error, message) => log.warn({ err: error }, message),
  });
  closers.add("metrics", () => server.close());
  await awaitListening(place, server.listen());
}
