import { createHash, type Hash } from "node:crypto";
import net from "node:net";
import { WebSocket } from "ws";

/**
 * Client side of the fan-out bench, in a separate process: a thousand connections that only count bytes, so that the
 * server stays the bottleneck, and one real WebSocket client that reads and hashes every message.
 */

interface ConnectRequest {
  readonly kind: "connect";
  readonly port: number;
  readonly clients: number;
}

/** Reports when each connection has received this many bytes since the request. */
interface AwaitRequest {
  readonly kind: "await";
  readonly bytes: number;
  readonly messages: number;
}

export type ClientsRequest = ConnectRequest | AwaitRequest | { readonly kind: "close" };

export type ClientsReply =
  | { readonly kind: "connected" | "waiting" }
  /** `digest`: SHA-256 over all messages received by the reading client, in order. */
  | { readonly kind: "received"; readonly digest: string };

const HANDSHAKE_END = "\r\n\r\n";

class Counter {
  received = 0;
  expected = Number.POSITIVE_INFINITY;
}

let counters: Counter[] = [];
let sockets: net.Socket[] = [];
let reader: WebSocket | undefined;
let hash: Hash = createHash("sha256");
let read = 0;
let expectedMessages = Number.POSITIVE_INFINITY;
let unfinished = Number.POSITIVE_INFINITY;

const reply = (message: ClientsReply): void => {
  process.send?.(message);
};

function finish(): void {
  unfinished -= 1;
  if (unfinished === 0) reply({ kind: "received", digest: hash.digest("hex") });
}

/** A client with just enough of the protocol to connect. */
function connectCounter(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const counter = new Counter();
    counters.push(counter);
    const socket = net.connect(port, "127.0.0.1", () => {
      socket.write(
        "GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
          `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==${HANDSHAKE_END}`,
      );
    });
    sockets.push(socket);
    socket.once("error", reject);
    socket.once("data", () => {
      socket.on("data", (chunk) => {
        const before = counter.received;
        counter.received += chunk.length;
        if (before < counter.expected && counter.received >= counter.expected) finish();
      });
      resolve();
    });
  });
}

function connectReader(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    reader = new WebSocket(`ws://127.0.0.1:${port}/ws`, { perMessageDeflate: false });
    reader.once("error", reject);
    reader.once("open", () => resolve());
    reader.on("message", (data) => {
      const parsed: unknown = JSON.parse((data as Buffer).toString("utf8"));
      for (const message of Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]) {
        hash.update(JSON.stringify(message));
        read += 1;
        if (read === expectedMessages) finish();
      }
    });
  });
}

async function connect({ port, clients }: ConnectRequest): Promise<void> {
  await connectReader(port);
  for (let i = 1; i < clients; i++) await connectCounter(port);
  reply({ kind: "connected" });
}

function expectMore({ bytes, messages }: AwaitRequest): void {
  hash = createHash("sha256");
  read = 0;
  expectedMessages = messages;
  for (const counter of counters) {
    counter.received = 0;
    counter.expected = bytes;
  }
  unfinished = counters.length + 1;
  reply({ kind: "waiting" });
}

process.on("message", (request: ClientsRequest) => {
  if (request.kind === "connect") void connect(request);
  else if (request.kind === "await") expectMore(request);
  else {
    for (const socket of sockets) socket.destroy();
    reader?.terminate();
    sockets = [];
    counters = [];
    reader = undefined;
  }
});
