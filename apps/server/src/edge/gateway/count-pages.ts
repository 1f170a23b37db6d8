import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallLimits } from "./call-limits.ts";

/** These have their own limits in their handlers. */
const CALLS = /^\/+(?:api|ebapi|fapi|sapi|dapi|eapi|console\/api)(?:[/?]|$)/i;
const TOO_MANY = 429;
const SECOND_MS = 1_000;

/**
 * Counts every request that is not a call by address: pages, scripts, pictures, files, health checks, unknown paths.
 */
export function countPages(app: FastifyInstance, limits: CallLimits, nowMs: () => number): void {
  app.addHook("onRequest", (request, reply, done) => {
    const isCall = CALLS.test(request.raw.url ?? "") && !isUnknown(request);
    const waitMs = isCall ? 0 : limits.countPage(request.ip, nowMs());
    if (waitMs === 0) done();
    else refusePage(reply, waitMs);
  });
}

/** Unknown paths end in the catch-all route, if there is one. */
const isUnknown = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || routeOptions.url?.endsWith("*") === true;

/** Without the envelope: a browser requesting a page is not an API client. */
function refusePage(reply: FastifyReply, waitMs: number): void {
  void reply
    .status(TOO_MANY)
    .header("retry-after", String(Math.ceil(waitMs / SECOND_MS)))
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send("Too many requests");
}
