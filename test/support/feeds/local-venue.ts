import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PublicEndpoints } from "@candor/server/config/public-endpoints";
import { type WebSocket, WebSocketServer } from "ws";

export interface LocalReply {
  readonly status?: number;
  readonly body: unknown;
}

/** A local fake of an exchange's public market data: REST and streams, controlled by the test. */
export class LocalVenue {
  private readonly http: Server;
  private readonly streams: WebSocketServer;
  private readonly sockets = new Set<WebSocket>();
  /** Paths of all REST requests, with their queries. */
  readonly requests: string[] = [];
  /** Paths of all stream connections, with their queries. */
  readonly connections: string[] = [];
  /** All messages sent by clients on their streams. */
  readonly received: string[] = [];
  /** REST replies; by default no quotes and no klines. */
  answer: (url: URL) => LocalReply = () => ({ body: [] });

  constructor() {
    this.http = createServer((request, response) => this.serve(request, response));
    this.streams = new WebSocketServer({ server: this.http });
    this.streams.on("connection", (socket, request) => {
      this.connections.push(request.url ?? "");
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
      socket.on("message", (data: Buffer) => this.hear(socket, data.toString("utf8")));
    });
  }

  async start(): Promise<PublicEndpoints> {
    await new Promise<void>((resolve) => this.http.listen(0, "127.0.0.1", resolve));
    const { port } = this.http.address() as AddressInfo;
    return { restUrl: `http://127.0.0.1:${port}`, streamUrl: `ws://127.0.0.1:${port}` };
  }

  async stop(): Promise<void> {
    this.drop();
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  get connected(): number {
    return this.sockets.size;
  }

  /** Sends a frame to every client. */
  send(frame: string): void {
    for (const socket of this.sockets) socket.send(frame);
  }

  /** Breaks every connection, as a lost network does. */
  drop(): void {
    for (const socket of this.sockets) socket.terminate();
  }

  protected hear(_socket: WebSocket, text: string): void {
    this.received.push(text);
  }

  private serve(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request.url ?? "");
    const { status = 200, body } = this.answer(new URL(request.url ?? "", "http://127.0.0.1"));
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(body));
  }
}
