import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as requestByHttp,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
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

/** Answers a request for which the server's own listener has no answer. It may have executed it, or cannot have. */
export type AnswerUnavailable = (
  request: IncomingMessage,
  response: ServerResponse,
  outcome: "not-executed" | "unknown",
) => void;

/** Waits for a server to forward to. Resolves with whether there is one. */
export type Reachable = () => boolean | Promise<boolean>;

/**
 * Forwards whole requests from a gateway to the server's own listener, which answers everything
 * that needs the memory of the server's main thread.
 */
export class Forwarder {
  private readonly terms: () => ForwardingTerms;
  private readonly dial: Dial;
  private readonly unavailable: AnswerUnavailable;
  private readonly isReachable: Reachable;
  private readonly agent: Agent;
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
   * @param isReachable asked before each request, which is held meanwhile
   */
  constructor(
    terms: () => ForwardingTerms,
    dial: Dial,
    unavailable: AnswerUnavailable,
    isReachable: Reachable = () => true,
  ) {
    this.terms = terms;
    this.dial = dial;
    this.unavailable = unavailable;
    this.isReachable = isReachable;
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
    if (previous === undefined || previous.writableFinished) this.forwardNext(request, response);
    else previous.once("close", () => this.forwardNext(request, response));
  }

  private forwardNext(request: IncomingMessage, response: ServerResponse): void {
    const reachable = this.isReachable();
    if (reachable === true) return this.forwardNow(request, response);
    // A promise of a boolean, which never rejects, or false.
    void Promise.resolve(reachable).then((isReachable) => {
      if (isReachable) this.forwardNow(request, response);
      else this.unavailable(request, response, "not-executed");
    });
  }

  private forwardNow(request: IncomingMessage, response: ServerResponse): void {
    if (request.socket.destroyed) return;
    const onward = this.begin(request);
    if (onward === undefined) return this.unavailable(request, response, "not-executed");
    let reply: IncomingMessage | undefined;
    // Whether it may have changed anything.
    let mayHaveExecuted = false;
    const sent = (): void => {
      mayHaveExecuted = request.method !== "GET" && request.method !== "HEAD";
    };
    onward.once("socket", (socket) => {
      if (socket.connecting) socket.once("connect", sent);
      else sent();
    });
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
      else this.unavailable(request, response, mayHaveExecuted ? "unknown" : "not-executed");
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

  /** Ends the connections to the server; call it once all requests are answered. */
  close(): void {
    this.agent.destroy();
  }
}
