import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const YEAR_SECONDS = 31_536_000;

/** Device features that a page may use, but no embedded content. */
const OWN_FEATURES = [
  "camera",
  "clipboard-write",
  "geolocation",
  "publickey-credentials-create",
  "publickey-credentials-get",
] as const;
/** Features that nothing here uses; kept short, because the header is sent with every reply. */
const NO_FEATURES = [
  "browsing-topics",
  "display-capture",
  "hid",
  "microphone",
  "midi",
  "payment",
  "serial",
  "usb",
] as const;

const PERMISSIONS_POLICY = [
  ...OWN_FEATURES.map((feature) => `${feature}=(self)`),
  ...NO_FEATURES.map((feature) => `${feature}=()`),
].join(", ");

/** For data and pictures: they may not load, run or frame anything. Pages have their own policy. */
const NOTHING_RUNS =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": NOTHING_RUNS,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": PERMISSIONS_POLICY,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

const PLAIN_LIST = Object.entries(HEADERS).flat();
const TLS_LIST = [...PLAIN_LIST, "strict-transport-security", `max-age=${YEAR_SECONDS}`];

/** Sets the headers on every reply that the framework sends; a page's own policy is kept. */
export function secureEveryReply(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    secureReply(request, reply);
    done(null, payload);
  });
}

/**
 * Adds the missing headers to a reply. Only over TLS, browsers get HSTS for a year: over plain HTTP they ignore that
 * header, and on a local machine it would lock people out.
 */
export function secureReply(request: FastifyRequest, reply: FastifyReply): void {
  const headers = securityHeaders(request);
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string;
    if (!reply.hasHeader(name)) void reply.header(name, headers[at + 1]);
  }
}

/** Returns the headers as alternating names and values. */
export function securityHeaders({ protocol, raw: { socket } }: FastifyRequest): readonly string[] {
  // TLS that ends in this process is for the names of this machine, whose plain ports HSTS would shut.
  const isOwnTls = "encrypted" in socket && socket.encrypted === true;
  return protocol === "https" && !isOwnTls ? TLS_LIST : PLAIN_LIST;
}
