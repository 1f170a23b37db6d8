import type { ServerResponse } from "node:http";
import type { Environment } from "../../config/environment.ts";
import { awaitListening } from "../../config/listening-place.ts";
import type { GatewayMetrics } from "../../edge/gateway/metrics.ts";
import { serveMetrics } from "../../edge/gateway/metrics-server.ts";
import type { SharedProgress } from "../../records/projections/shared-progress.ts";
import type { CoreLink } from "./core-link.ts";
import type { LinkedExchange } from "./link-messages.ts";

const MS_PER_SECOND = 1_000;

/** What health and metrics show of a gateway process. */
export interface GatewayFigures {
  readonly node: string;
  readonly link: CoreLink;
  readonly metrics: GatewayMetrics;
  readonly progress: SharedProgress;
  /** Sequence number of the last command that it has received. */
  readonly asOfSeq: number;
  readonly isReady: boolean;
  /** Undefined before the first link. */
  readonly exchange: LinkedExchange | undefined;
}

/** Commands that the core has executed and this gateway has not received, as of the last pulse. */
const lagOf = ({ link, asOfSeq }: GatewayFigures): number => Math.max(0, link.lastSeq - asOfSeq);

/**
 * Answers `/healthz` of a gateway process: 503 without a link, even while calls are held, so that a load balancer prefers
 * other gateways.
 */
export function gatewayHealth(figures: GatewayFigures, response: ServerResponse): void {
  const { node, link, progress, asOfSeq, isReady, exchange } = figures;
  const ready = isReady && link.up && !progress.isOverloaded;
  const reason = !link.up
    ? "no core leads"
    : progress.isOverloaded
      ? "the read models are behind"
      : "starting";
  const body = JSON.stringify({
    status: ready ? "ok" : "unavailable",
    ...(!ready && { reason }),
    role: "gateway",
    node,
    version: exchange?.version,
    mode: exchange?.mode,
    term: link.term,
    lag: lagOf(figures),
    link: { up: link.up, downMs: Math.round(link.downMs), roundTripMs: Math.round(link.roundTripMs) },
    engine: { ready: link.up, durableSeq: asOfSeq },
    readModels: { reachedSeq: progress.reachedSeq },
  });
  response
    .writeHead(ready ? 200 : 503, {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "content-length": Buffer.byteLength(body),
      ...(!ready && { "retry-after": "1" }),
    })
    .end(body);
}

/** Serves the metrics of a gateway process. @returns how to stop */
export async function serveGatewayMetrics(
  { metricsPort: port, metricsHost: host }: Environment,
  figures: GatewayFigures,
): Promise<() => void> {
  const { link, metrics } = figures;
  metrics.role("gateway");
  metrics.gauge("candor_link_up", "1 with a link to the core.", () => (link.up ? 1 : 0));
  metrics.gauge(
    "candor_link_term",
    "Highest term of a core seen; 0 if it cannot be replaced.",
    () => link.term,
  );
  metrics.gauge("candor_link_lag", "Commands of the core that have not arrived.", () => lagOf(figures));
  metrics.gauge(
    "candor_link_round_trip_seconds",
    "Time of the last pulse to the core and back.",
    () => link.roundTripMs / MS_PER_SECOND,
  );
  metrics.gauge("candor_durable_seq", "Sequence number of the last durable command.", () => figures.asOfSeq);
  if (port === 0) return () => undefined;
  const place = { prefix: "METRICS_", port, host } as const;
  const server = await awaitListening(place, serveMetrics(metrics, { raised: () => [] }, host, port));
  return () => void server.close();
}
