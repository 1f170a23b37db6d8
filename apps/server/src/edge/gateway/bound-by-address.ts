import type { Server, Socket } from "node:net";
import { AddressCounts } from "../../kit/limits/address-counts.ts";
import { onceAMinute } from "../../kit/limits/once-a-minute.ts";

/**
 * Connections allowed per address: enough for its sockets and streams, which have their own limits, plus as many again
 * for calls.
 */
const MAX_PER_ADDRESS = 600;
/** Upper bound for small totals: one address gets at most 1/4 of all connections. */
const MAX_ADDRESS_SHARE_DIVISOR = 4;
const RETRY_AFTER_SECONDS = 10;
/** Time a rejected client gets to read the response before its connection is closed. */
const GOODBYE_MS = 1_000;
const GOODBYE = `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${RETRY_AFTER_SECONDS}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

/** Returns how many connections one address may have open, given the total. */
export function connectionsOfAddress(most: number): number {
  return Math.min(MAX_PER_ADDRESS, Math.floor(most / MAX_ADDRESS_SHARE_DIVISOR));
}

/**
 * Rejects connections from an address (an IPv6 /64) that already has too many open, so that no single client can use
 * them all. Loopback connections are not counted, which includes those from a local proxy. Call it before the server
 * listens.
 * @param warn called for the first rejection, and at most once a minute after that
 * @param counts open connections; by default those of this server alone
 */
export function limitConnectionsByAddress(
  server: Server,
  most: number,
  warn: (message: string) => void,
  addressOf: (socket: Socket) => string = ({ remoteAddress }) => remoteAddress ?? "",
  counts: Pick<AddressCounts, "enter" | "leave"> = new AddressCounts(),
): void {
  const serving = server.listeners("connection");
  server.removeAllListeners("connection");
  const say = onceAMinute(warn);
  server.on("connection", (socket) => {
    const address = addressOf(socket);
    if (!counts.enter(address, most)) {
      say(`connections: one address has ${most} open, the maximum per address: rejecting further ones`);
      return turnAway(socket);
    }
    socket.once("close", () => counts.leave(address));
    for (const serve of serving) Reflect.apply(serve, server, [socket]);
  });
}

function turnAway(socket: Socket): void {
  socket.on("error", () => undefined); // The socket may already be closed.
  // Drain the request without reading it: otherwise the connection is reset before the client reads the response.
  socket.resume();
  socket.end(GOODBYE);
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
}
