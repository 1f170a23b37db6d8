import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

const YEAR_SECONDS = 31_536_000;

/** What a page may ask the device for, itself and nobody in it. */
const OWN_FEATURES = [
  "camera",
  "clipboard-write",
  "geolocation",
  "publickey-credentials-create",
  "publickey-credentials-get",
] as const;
/** What nothing here asks for; kept short, because it travels with every reply. */
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

export const PERMISSIONS_POLICY = [
  ...OWN_FEATURES.map((feature) => `${feature}=(self)`),
  ...NO_FEATURES.map((feature) => `${feature}=()`),
].join(", ");

/** For data and pictures: nothing in them may load, run or frame anything. Pages have a policy of their own. */
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

/** The headers of every reply that the framework sends, whatever answers; a page's own policy stays. */
export function secureEveryReply(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    secureReply(request, reply);
    done(null, payload);
  });
}

/**
 * Gives a reply those of the headers that it has not yet. Behind TLS, and only then, browsers are told to come by TLS
 * alone for a year: over plain HTTP the word would not count, and on a machine of one's own it would lock people out.
 */
export function secureReply(request: FastifyRequest, reply: FastifyReply): void {
  const headers = securityHeaders(request);
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string;
    if (!reply.hasHeader(name)) void reply.header(name, headers[at + 1]);
  }
}

/** The headers as names and values in turn. */
export function securityHeaders(request: FastifyRequest): readonly string[] {
  return request.protocol === "https" ? TLS_LIST : PLAIN_LIST;
}
