import { createServer, type Server } from "node:http";
import type { GatewayMetrics } from "./metrics.ts";

/**
 * Prometheus' page on a port of its own, so that it is never reachable where the public is. Resolves when it listens.
 */
export function serveMetrics(metrics: GatewayMetrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { "content-type": metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}
