import { createServer } from "node:http";
import { Gauge, type Registry } from "prom-client";
import type { Environment } from "../../config/environment.ts";
import { awaitListening, type ListeningPlace } from "../../config/listening-place.ts";
import { closeAfterIgnoredUpgrade } from "../../kit/ignored-upgrade.ts";

/**
 * Serves `/metrics` and `/healthz` of a role without users, if METRICS_PORT is set. Resolves once it listens. Throws
 * SettingError.
 * @param health what `/healthz` shows: 200 if it is ready, 503 otherwise
 * @param place METRICS_PORT, 0 if it is off, and METRICS_HOST
 * @returns a function that stops it
 */
export async function serveRoleMetrics(
  registry: Registry,
  health: () => { readonly ready: boolean; readonly role: string; readonly [detail: string]: unknown },
  { metricsPort: port, metricsHost: host }: Pick<Environment, "metricsPort" | "metricsHost">,
): Promise<() => void> {
  if (port === 0) return () => undefined;
  const { role } = health();
  new Gauge({
    name: "candor_role",
    help: "1 for the role of this process.",
    labelNames: ["role"],
    registers: [registry],
  }).set({ role }, 1);
  const server = createServer((request, response) => {
    closeAfterIgnoredUpgrade(request, response);
    if (request.method === "GET" && request.url === "/healthz") {
      const shown = health();
      const headers = { "content-type": "application/json", "cache-control": "no-store" };
      response.writeHead(shown.ready ? 200 : 503, headers);
      response.end(JSON.stringify(shown));
      return;
    }
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  const listening = new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  const place: ListeningPlace = { prefix: "METRICS_", port, host };
  await awaitListening(place, listening);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
