import type { Environment } from "../../config/environment.ts";
import { awaitListening } from "../../config/listening-place.ts";
import { addCoreMetrics, type CoreStatus } from "../../edge/gateway/core-status.ts";
import { GatewayMetrics } from "../../edge/gateway/metrics.ts";
import { serveMetrics } from "../../edge/gateway/metrics-server.ts";
import type { Alarms } from "../../operators/alarms/alarms.ts";

const NO_ALARMS: Pick<Alarms, "raised"> = { raised: () => [] };

const UNAVAILABLE = 503;

/**
 * Serves `/healthz` and `/metrics` of a core that stands by, or that opens its stores because it leads, on METRICS_PORT, if
 * that is on. @returns how to stop
 */
export async function serveStandby(
  { metricsPort: port, metricsHost: host }: Environment,
  status: () => CoreStatus,
): Promise<() => Promise<void>> {
  if (port === 0) return () => Promise.resolve();
  const metrics = new GatewayMetrics();
  metrics.role("core");
  addCoreMetrics(metrics, status);
  const health = () => {
    const now = status();
    if (now.role === "standby") return { code: 200, body: { status: "ok", phase: "standing by", ...now } };
    const body = { status: "unavailable", reason: "it leads and opens its stores", phase: "opening", ...now };
    return { code: UNAVAILABLE, body };
  };
  const serving = serveMetrics(metrics, NO_ALARMS, host, port, health);
  const server = await awaitListening({ prefix: "METRICS_", port, host }, serving);
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}
