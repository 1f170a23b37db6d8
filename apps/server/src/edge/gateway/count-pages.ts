import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallLimits } from "./call-limits.ts";

/** These are counted where they are answered, by their own limits. */
const CALLS = /^\/+(?:api|ebapi|fapi|sapi|console\/api)(?:[/?]|$)/i;
const TOO_MANY = 429;
const SECOND_MS = 1_000;

/** Counts everything that is no call by its address: pages, scripts, pictures, files, figures of health, what does not exist. */
export function countPages(app: FastifyInstance, limits: CallLimits, nowMs: () => number): void {
  app.addHook("onRequest", async (request, reply) => {
    if (CALLS.test(request.raw.url ?? "") && !isUnknown(request)) return undefined;
    const waitMs = limits.countPage(request.ip, nowMs());
    return waitMs === 0 ? undefined : refusePage(reply, waitMs);
  });
}

/** What no call answers ends in a route for all the rest, if in any. */
const isUnknown = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || routeOptions.url?.endsWith("*") === true;

/** Outside the envelope: a browser that asks for a page is not an API client. */
export function refusePage(reply: FastifyReply, waitMs: number): FastifyReply {
  return reply
    .status(TOO_MANY)
    .header("retry-after", String(Math.ceil(waitMs / SECOND_MS)))
    .header("cache-control", "no-store")
    .type("text/plain; charset=utf-8")
    .send("Too many requests");
}
