import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { Forwarder } from "../../edge/forwarding/forwarder.ts";
import { limitConnectionsByAddress } from "../../edge/gateway/bound-by-address.ts";
import { limitConnections } from "../../edge/gateway/bound-connections.ts";
import type { FromGateway, GatewaySettings, ToGateway } from "./gateway-messages.ts";

/** A gateway thread: accepts connections on the port that all gateway threads share. */
if (parentPort === null) throw new Error("a gateway's thread must be started by GatewayThreads");
const main = parentPort;
const tell = (message: FromGateway): void => main.postMessage(message);
const settings = workerData as GatewaySettings;
const forwarder = new Forwarder(settings.place, (_request, response) => {
  response.writeHead(503).end();
});
const server = createServer((request, response) => forwarder.forward(request, response));
const warn = (message: string): void => tell({ kind: "log", level: "warn", details: {}, message });
limitConnections(server, settings.maxConnections, warn);
limitConnectionsByAddress(server, settings.maxConnectionsOfAddress, warn);
server.on("upgrade", (request, socket, head) => forwarder.upgrade(request, socket, head));

main.on("message", (message: ToGateway) => {
  if (message.kind === "listen") listen(message.port);
  else close();
});
tell({ kind: "ready" });

function listen(port: number): void {
  server.once("error", (error) => tell({ kind: "cannot-listen", error }));
  server.listen({ port, host: settings.host, reusePort: true }, () => {
    const address = server.address();
    tell({ kind: "listening", port: typeof address === "object" && address !== null ? address.port : port });
  });
}

function close(): void {
  server.close(() => {
    forwarder.close();
    main.close();
  });
  forwarder.endUpgraded();
}
