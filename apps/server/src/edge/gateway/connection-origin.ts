import type { IncomingMessage } from "node:http";

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Whose connection it is where a proxy on this machine is trusted, as the framework tells it for calls: the nearest address
 * that is not this machine's own. What a client says of itself stands farther away.
 */
export function addressBehindProxy({ headers, socket }: IncomingMessage): string {
  const said = String(headers["x-forwarded-for"] ?? "").split(",");
  const hops = [socket.remoteAddress ?? "", ...said.map((each) => each.trim()).reverse()];
  const known = hops.filter((each) => each !== "");
  return known.find((each) => !LOOPBACK.test(each)) ?? known.at(-1) ?? "";
}
