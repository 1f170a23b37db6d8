import type { FastifyRequest } from "fastify";

/** What a request's connection says of where it comes from. */
export interface ConnectionOrigin {
  /** The host that the request names, with its port. */
  readonly host: string;
  /** Made by a program on this very machine, without a proxy in between and under the machine's own name. */
  readonly isNear: boolean;
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const LOOPBACK_HOST = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]{1,5})?$/i;
/** A reverse proxy on this machine makes everybody's connection look local; they all leave one of these. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * @param trustsProxy the address is already that of the proxy's client
 */
export function connectionOrigin(request: FastifyRequest, trustsProxy: boolean): ConnectionOrigin {
  const { host, ip } = request;
  const { headers } = request.raw;
  const isForwarded = !trustsProxy && FORWARDED.some((name) => headers[name] !== undefined);
  // A foreign page that has made its own name point here still names itself.
  const isNear = LOOPBACK.test(ip) && !isForwarded && (trustsProxy || LOOPBACK_HOST.test(host));
  return { host, isNear };
}
