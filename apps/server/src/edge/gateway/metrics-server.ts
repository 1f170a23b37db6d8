import { createServer, type Server } from "node:http";
import { closeAfterIgnoredUpgrade } from "../../kit/ignored-upgrade.ts";
import type { Alarms } from "../../operators/alarms/alarms.ts";
import type { GatewayMetrics } from "./metrics.ts";

/**
 * Serves the Prometheus metrics and full alarms on a separate port, so that they are never publicly reachable. Resolves
 * once it listens.
 * @param health answers `/healthz` there too, with a status of HTTP
 */
export function serveMetrics(
  metrics: GatewayMetrics,
  alarms: Pick<Alarms, "raised">,
  host: string,
  port: number,
  health?: () => { readonly code: number; readonly body: object },
): Promise<Server> {
  const server = createServer((request, response) => {
    closeAfterIgnoredUpgrade(request, response);
    if (request.method === "GET" && request.url === "/alarms") {
      const raised = JSON.stringify({ alarms: alarms.raised() });
      response.writeHead(200, { "content-type": "application/json" }).end(raised);
      return;
    }
    if (request.method === "GET" && request.url === "/healthz" && health !== undefined) {
      const headers = { "content-type": "application/json", "cache-control": "no-store" };
      const { code, body } = health();
      response.writeHead(code, headers).end(JSON.stringify(body));
      return;
    }
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}
