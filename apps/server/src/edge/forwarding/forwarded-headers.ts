import type { IncomingMessage } from "node:http";
import { addressBehindProxy, isLoopback } from "../gateway/connection-origin.ts";

/** Proves to the server's own listener that a gateway thread sent a request: a secret of this start. */
export const GATEWAY_HEADER = "x-candor-gateway";

/**
 * In a reply of the server's own listener: end the connection to the client. That listener keeps its own connection until
 * the request has arrived, because a gateway thread that is still sending could not read the reply.
 */
export const CLOSE_HEADER = "x-candor-close";

/** How a gateway proves what it says to the server's own listener. */
export interface ForwardingTerms {
  readonly secret: string;
  /** Whether a reverse proxy on this machine sends a correct X-Forwarded-For. */
  readonly trustProxy: boolean;
}

/** How a gateway thread reaches the server's own listener. */
export interface PrivatePlace extends ForwardingTerms {
  /** Unix domain socket. */
  readonly socketPath: string;
}

const ADDRESS = "x-forwarded-for";
/** What a trusted proxy says about the request; from anybody else it is dropped. */
const FROM_PROXY = new Set(["x-forwarded-host", "x-forwarded-proto"]);
/** Headers about one connection, which another one must not repeat. */
const OF_CONNECTION = new Set(["connection", "keep-alive", "proxy-connection", "expect"]);

/** Returns the address of the client, as the server computes it for calls. */
function clientAddress(request: IncomingMessage, trustProxy: boolean): string {
  return trustProxy ? addressBehindProxy(request) : (request.socket.remoteAddress ?? "");
}

/**
 * Returns the headers of a request for the server's own listener, alternating names and values: as the client sent them,
 * but with the client's address as this thread knows it.
 */
export function headersForServer(
  request: IncomingMessage,
  { secret, trustProxy }: ForwardingTerms,
): string[] {
  const isProxy = trustProxy && isLoopback(request.socket.remoteAddress ?? "");
  const headers = [GATEWAY_HEADER, secret, ADDRESS, clientAddress(request, trustProxy)];
  // HTTP/1.0, which load balancers use to check health, needs no host; the request goes on in HTTP/1.1.
  if (request.headers.host === undefined) headers.push("host", "");
  eachHeader(request.rawHeaders, (name, value) => {
    const lower = name.toLowerCase();
    if (lower === GATEWAY_HEADER || lower === ADDRESS) return;
    if (FROM_PROXY.has(lower) && !isProxy) return;
    if (OF_CONNECTION.has(lower) || lower === "upgrade") return;
    headers.push(name, value);
  });
  return headers;
}

/** Whether a reply of the server ends the connection to the client. */
export const endsConnection = ({ headers }: IncomingMessage): boolean =>
  headers[CLOSE_HEADER] !== undefined || headers.connection?.toLowerCase() === "close";

/** Returns the headers of the server's reply for the client. */
export function headersForClient(rawHeaders: readonly string[]): string[] {
  const headers: string[] = [];
  eachHeader(rawHeaders, (name, value) => {
    const lower = name.toLowerCase();
    if (lower === CLOSE_HEADER || (lower === "connection" && value.toLowerCase() === "close"))
      headers.push("connection", "close");
    // This thread's own connection to the client decides about chunks.
    else if (!OF_CONNECTION.has(lower) && lower !== "transfer-encoding") headers.push(name, value);
  });
  return headers;
}

function eachHeader(rawHeaders: readonly string[], use: (name: string, value: string) => void): void {
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    use(rawHeaders[at] as string, rawHeaders[at + 1] as string);
}
