import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { awaitListening } from "../../config/listening-place.ts";
import { answerClientsUnavailable } from "../../edge/binance-api/answer-clients-unavailable.ts";
import { connectionsOfAddress, limitConnectionsByAddress } from "../../edge/gateway/bound-by-address.ts";
import { connectionsWithin, limitConnections, openFilesLimit } from "../../edge/gateway/bound-connections.ts";

/** A forwarded request needs one file for the client, and one for the connection to the core. */
const FILES_PER_CONNECTION = 2;
const UNAVAILABLE =
  "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
const END_IDLE_EVERY_MS = 50;

/**
 * The listener of a gateway process. It stays while the gateway behind it is replaced, so that clients keep their
 * connections.
 */
export class GatewayFront {
  private readonly server: Server;
  private readonly health: (response: ServerResponse) => void;
  private app: FastifyInstance | undefined;

  /** @param health answers `/healthz` */
  constructor(health: (response: ServerResponse) => void, warn: (message: string) => void) {
    this.health = health;
    this.server = createServer((request, response) => this.serve(request, response));
    const openFiles = openFilesLimit();
    const most = openFiles === undefined ? Number.POSITIVE_INFINITY : connectionsWithin(openFiles);
    if (openFiles !== undefined) limitConnections(this.server, Math.floor(most / FILES_PER_CONNECTION), warn);
    limitConnectionsByAddress(this.server, connectionsOfAddress(most), warn);
    this.server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
      // Nobody listens while the gateway behind it is replaced.
      if (this.app?.server.emit("upgrade", request, socket, head) === true) return;
      socket.on("error", () => socket.destroy());
      socket.end(UNAVAILABLE);
    });
    this.server.on("clientError", (error: Error, socket: Socket) => {
      if (this.app === undefined) socket.destroy();
      else this.app.server.emit("clientError", error, socket);
    });
  }

  /** Resolves with the port. */
  async listen(port: number, host: string): Promise<number> {
    const { server } = this;
    const listening = new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, resolve);
    });
    await awaitListening({ prefix: "", port, host }, listening);
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : port;
  }

  /** New requests go to this app, whose server does not listen; it also sets the timeouts of connections. */
  use(app: FastifyInstance): void {
    this.app = app;
    const { keepAliveTimeout, requestTimeout, timeout } = app.server;
    Object.assign(this.server, { keepAliveTimeout, requestTimeout, timeout, httpAllowHalfOpen: true });
  }

  /** Stops accepting connections; resolves once all requests are answered. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    // A connection whose last call is answered now would be kept for another one.
    const ending = setInterval(() => this.server.closeIdleConnections(), END_IDLE_EVERY_MS);
    await closed;
    clearInterval(ending);
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    if (/^\/healthz\/?(\?|$)/i.test(request.url ?? "")) this.health(response);
    else if (this.app === undefined) answerClientsUnavailable(request, response);
    else this.app.server.emit("request", request, response);
  }
}
