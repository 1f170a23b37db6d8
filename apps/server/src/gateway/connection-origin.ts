import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_HOST = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?$/i;
/** A reverse proxy on this machine makes everybody's connection look local; they all leave one of these. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Whether a request was made by a program on this very machine, without a proxy in between and under the machine's own
 * name.
 * @param trustsProxy the address is already that of the proxy's client
 */
export function isNearRequest(request: FastifyRequest, trustsProxy: boolean): boolean {
  const { host, ip } = request;
  const { headers } = request.raw;
  const isForwarded = !trustsProxy && FORWARDED.some((name) => headers[name] !== undefined);
  // A foreign page that has made its own name point here still names itself.
  return LOOPBACK.test(ip) && !isForwarded && (trustsProxy || LOOPBACK_HOST.test(host));
}

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
