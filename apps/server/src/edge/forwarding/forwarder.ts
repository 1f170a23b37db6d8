import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as requestByHttp,
  type ServerResponse,
} from "node:http";
import { connect, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { closeAfterIgnoredUpgrade } from "../../kit/ignored-upgrade.ts";
import {
  endsConnection,
  type ForwardingTerms,
  headersForClient,
  headersForServer,
  type PrivatePlace,
} from "./forwarded-headers.ts";

/** Idle connections to the server that are kept for the next requests. */
const MAX_IDLE_CONNECTIONS = 256;
const UNAVAILABLE = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";

/** Begins a connection; errors are events of the socket. */
export type Dial = () => Socket;

/** Keeps connections that `dial` made. */
class DialingAgent extends Agent {
  private readonly dial: Dial;

  constructor(dial: Dial) {
    super({ keepAlive: true, maxFreeSockets: MAX_IDLE_CONNECTIONS });
    this.dial = dial;
  }

  override createConnection(): Socket {
    return this.dial();
  }
}

/** Answers a request for which the server's own listener has no answer: 503. */
export type AnswerUnavailable = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Forwards whole requests and connections from a gateway to the server's own listener, which answers everything
 * that needs the memory of the server's main thread.
 */
export class Forwarder {
  private readonly terms: () => ForwardingTerms;
  private readonly dial: Dial;
  private readonly unavailable: AnswerUnavailable;
  private readonly agent: Agent;
  private readonly upgraded = new Set<Duplex>();
  /** The newest forwarded reply of each client's connection. */
  private readonly newest = new WeakMap<Socket, ServerResponse>();

  /** Forwards from a gateway thread, to the Unix domain socket of its server. */
  static toPlace(place: PrivatePlace, unavailable: AnswerUnavailable): Forwarder {
    return new Forwarder(
      () => place,
      () => connect(place.socketPath),
      unavailable,
    );
  }

  /**
   * @param terms as of now
   * @param dial begins a connection to the server's listener
   */
  constructor(terms: () => ForwardingTerms, dial: Dial, unavailable: AnswerUnavailable) {
    this.terms = terms;
    this.dial = dial;
    this.unavailable = unavailable;
    this.agent = new DialingAgent(dial);
  }

  /**
   * Streams a request to the server and its reply to the client. Of one client's connection, one request at a time: a
   * client that sends many without reading the replies must not use up the connections to the server.
   */
  forward(request: IncomingMessage, response: ServerResponse): void {
    closeAfterIgnoredUpgrade(request, response);
    const { socket } = request;
    const previous = this.newest.get(socket);
    this.newest.set(socket, response);
    if (previous === undefined || previous.writableFinished) this.forwardNow(request, response);
    else
      previous.once("close", () => {
        if (!socket.destroyed) this.forwardNow(request, response);
      });
  }

  private forwardNow(request: IncomingMessage, response: ServerResponse): void {
    const onward = this.begin(request);
    if (onward === undefined) return this.unavailable(request, response);
    let reply: IncomingMessage | undefined;
    onward.once("response", (from) => {
      reply = from;
      response.writeHead(from.statusCode ?? 502, from.statusMessage, headersForClient(from.rawHeaders));
      from.pipe(response);
      from.once("error", () => response.destroy());
      from.once("aborted", () => response.destroy());
    });
    onward.on("error", () => {
      // Nobody reads the rest of the request; without this the client could not send its next one.
      request.unpipe(onward);
      request.resume();
      // The server may answer an upload before it has read all of it, and then end the connection.
      if (reply?.complete === true) return;
      if (response.headersSent) response.destroy();
      else this.unavailable(request, response);
    });
    response.once("close", () => {
      // After a reply that ends the connection, the rest of the request does not arrive.
      const isCut = !request.complete && reply !== undefined && endsConnection(reply);
      if (!response.writableFinished || isCut) onward.destroy();
    });
    request.pipe(onward);
  }

  /** Returns `undefined` for a request that cannot be written again. */
  private begin(request: IncomingMessage): ClientRequest | undefined {
    const { method, url } = request;
    const { agent } = this;
    const headers = headersForServer(request, this.terms());
    try {
      return requestByHttp({ agent, method, path: url, headers });
    } catch {
      return undefined;
    }
  }

  /** Passes a request to upgrade the connection on, and then every byte in both directions. */
  upgrade(request: IncomingMessage, client: Duplex, head: Buffer): void {
    // The HTTP server cuts idle connections; a socket has its own pings.
    if (client instanceof Socket) client.setTimeout(0);
    const server = this.dial();
    this.upgraded.add(client);
    client.on("error", () => server.destroy());
    client.once("close", () => {
      this.upgraded.delete(client);
      endSoon(server);
    });
    let isConnected = false;
    server.once(server instanceof TLSSocket ? "secureConnect" : "connect", () => {
      isConnected = true;
      server.write(headOf(request, headersForServer(request, this.terms(), true)), "latin1");
      if (head.length > 0) server.write(head);
      server.pipe(client);
      client.pipe(server);
    });
    server.on("error", () => {
      if (isConnected) client.destroy();
      else client.end(UNAVAILABLE);
    });
    server.once("close", () => endSoon(client));
  }

  /** Ends all upgraded connections. */
  endUpgraded(): void {
    for (const client of this.upgraded) client.destroy();
  }

  /** Ends the connections to the server; call it once all requests are answered. */
  close(): void {
    this.agent.destroy();
  }
}

function headOf({ method, url }: IncomingMessage, headers: readonly string[]): string {
  let head = `${method} ${url} HTTP/1.1\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${head}\r\n`;
}

/** Ends a connection once everything written to it was sent. */
function endSoon(connection: Duplex): void {
  if (connection.destroyed) return;
  if (connection instanceof Socket) connection.destroySoon();
  else connection.end();
}
