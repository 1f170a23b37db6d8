import type { FastifyReply, FastifyRequest } from "fastify";
import { SESSION_LIFETIME_MS } from "../../operators/accounts/session-limits.ts";

const NAME = "candor-console";
/**
 * Browsers accept it only from this exact host, and only over TLS (RFC 6265bis, 4.1.3.2): no other host of the domain
 * and no one on the network can replace the session. It requires the path `/`.
 */
const TLS_NAME = `__Host-${NAME}`;
const SECOND_MS = 1_000;

const isTls = (request: FastifyRequest): boolean => request.protocol === "https";

/**
 * Returns the session token of a request, "" if none. Over TLS the plain name is ignored, because others could have set
 * it.
 */
export function sessionTokenOf(request: FastifyRequest): string {
  const wanted = isTls(request) ? TLS_NAME : NAME;
  for (const pair of (request.headers.cookie ?? "").split(";")) {
    const [name = "", value = ""] = pair.trim().split("=");
    if (name === wanted) return value;
  }
  return "";
}

/** Scripts cannot read it, and other sites cannot send it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  void reply.header("set-cookie", cookie(request, token, SESSION_LIFETIME_MS / SECOND_MS));
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header("set-cookie", cookie(request, "", 0));
}

function cookie(request: FastifyRequest, value: string, maxAgeSeconds: number): string {
  const rest = `Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  return isTls(request)
    ? `${TLS_NAME}=${value}; Path=/; Secure; ${rest}`
    : `${NAME}=${value}; Path=/console; ${rest}`;
}
