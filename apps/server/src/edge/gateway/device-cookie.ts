import type { FastifyRequest } from "fastify";

/** Header in which programs send the token from their login; browsers use a cookie. */
const HEADER = "device";
const NAME = "candor-device";
/** Browsers accept this prefix only from this exact host over TLS (RFC 6265bis, 4.1.3.2). */
const TLS_NAME = `__Host-${NAME}`;
const LIFETIME_SECONDS = 365 * 86_400;

/** Returns the device token in a request, or `undefined`. */
export function deviceTokenOf(request: FastifyRequest): string | undefined {
  const { cookie, [HEADER]: shown } = request.raw.headers;
  if (typeof shown === "string" && shown !== "") return shown;
  if (cookie === undefined) return undefined;
  const prefix = `${nameFor(request)}=`;
  const pair = cookie.split(";").find((each) => each.trim().startsWith(prefix));
  return pair?.trim().slice(prefix.length);
}

/**
 * Returns the header that stores the token in a browser; scripts cannot read the cookie, and other sites cannot send
 * it.
 */
export function deviceCookie(request: FastifyRequest, token: string): readonly [name: string, value: string] {
  const secure = request.protocol === "https" ? "; Secure" : "";
  const attributes = `Max-Age=${LIFETIME_SECONDS}; Path=/; HttpOnly; SameSite=Strict${secure}`;
  return ["set-cookie", `${nameFor(request)}=${token}; ${attributes}`];
}

const nameFor = (request: FastifyRequest): string => (request.protocol === "https" ? TLS_NAME : NAME);
