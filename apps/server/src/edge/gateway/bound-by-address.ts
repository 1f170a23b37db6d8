import type { Server, Socket } from "node:net";
import { AddressCounts } from "../../kit/address-counts.ts";
import { onceAMinute } from "../../kit/once-a-minute.ts";

/** Room for an address's sockets and streams, which have bounds of their own, and as much again for its calls. */
const MOST_OF_ADDRESS = 600;
/** However few there are for all: no address has more than this part of them. */
const ADDRESS_PART = 4;
const RETRY_AFTER_SECONDS = 10;
/** How long somebody who is turned away has to read why. */
const GOODBYE_MS = 1_000;
const GOODBYE = `HTTP/1.1 429 Too Many Requests\r\nRetry-After: ${RETRY_AFTER_SECONDS}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;

/** How many connections an address may have open, where there are so many for all. */
export function connectionsOfAddress(most: number): number {
  return Math.min(MOST_OF_ADDRESS, Math.floor(most / ADDRESS_PART));
}

/**
 * Turns away what comes from an address (of IPv6 a /64) that has so many connections open, so that nobody can have all there
 * are. This machine's own are not counted, and so none that come by its proxy. To be called before the server listens.
 * @param warn told of the first one that is turned away, and of others at most once a minute
 */
export function boundByAddress(
  server: Server,
  most: number,
  warn: (message: string) => void,
  addressOf: (socket: Socket) => string = ({ remoteAddress }) => remoteAddress ?? "",
): void {
  const counts = new AddressCounts();
  const serving = server.listeners("connection");
  server.removeAllListeners("connection");
  const say = onceAMinute(warn);
  server.on("connection", (socket) => {
    const address = addressOf(socket);
    if (!counts.enter(address, most)) {
      say(
        `connections: an address has ${most} open, as many as one may have: its further ones are turned away`,
      );
      return turnAway(socket);
    }
    socket.once("close", () => counts.leave(address));
    for (const serve of serving) Reflect.apply(serve, server, [socket]);
  });
}

function turnAway(socket: Socket): void {
  socket.on("error", () => undefined); // It may have gone already.
  // What it asks is not read, but taken: otherwise the connection would be reset before the answer is read.
  socket.resume();
  socket.end(GOODBYE);
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref();
}
