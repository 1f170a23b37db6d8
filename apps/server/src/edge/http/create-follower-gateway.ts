import type { RequestListener } from "node:http";
import { CALLS, type CallName } from "@candor/wire/calls";
import type { FastifyInstance } from "fastify";
import type { CallerCache } from "../follower/caller-cache.ts";
import type { Forwarder } from "../forwarding/forwarder.ts";
import { InternalCalls } from "../gateway/call-door.ts";
import { type FollowerCallPorts, followerHandlers } from "../gateway/call-handlers.ts";
import type { CallLimits } from "../gateway/call-limits.ts";
import type { GatewayOptions } from "../gateway/dependencies.ts";
import { Dispatcher } from "../gateway/dispatcher.ts";
import type { DispatcherPorts } from "../gateway/dispatcher-ports.ts";
import type { GatewayMetrics } from "../gateway/metrics.ts";
import { handleUnmatched, newCallServer, pathsOf, readBodies, registerCalls } from "./call-server.ts";

export interface FollowerGateway {
  readonly app: FastifyInstance;
  /** Whether this gateway answers such a request itself. */
  answers(method: string, url: string): boolean;
  /** Its calls for sockets, with the same limits. */
  readonly door: InternalCalls;
}

export interface FollowerGatewayParts {
  readonly ports: FollowerCallPorts & Omit<DispatcherPorts, "identity" | "uploads">;
  readonly callers: CallerCache;
  readonly limits: CallLimits;
  readonly metrics: GatewayMetrics;
  readonly forwarder: Pick<Forwarder, "forward">;
}

/**
 * Creates the HTTP server of a gateway thread. It answers the calls that need only what follows the engine, and forwards
 * everything else. Does not listen.
 */
export function createFollowerGateway(
  { ports, callers, limits, metrics, forwarder }: FollowerGatewayParts,
  options: GatewayOptions,
): FollowerGateway {
  const handlers = followerHandlers(ports, options);
  const calls = Object.keys(handlers) as (keyof typeof handlers)[];
  const own = pathsByMethod(calls);
  const answers = (method: string, url: string): boolean => own.get(method)?.has(pathOf(url)) === true;
  const dispatcher = new Dispatcher({ ...ports, identity: callers }, options, limits);
  const app = newCallServer(
    dispatcher,
    options,
    (serve): RequestListener =>
      (request, response) => {
        const { method = "", url = "" } = request;
        if (answers(method, url)) serve(request, response);
        else forwarder.forward(request, response);
      },
  );
  readBodies(app);
  registerCalls(app, calls, handlers, dispatcher, metrics);
  handleUnmatched(app, ports, dispatcher);
  const door = new InternalCalls(dispatcher, handlers, (name) => metrics.meter(CALLS[name].path));
  return { app, answers, door };
}

/** Returns the paths of calls by method, in lower case and without a slash at the end. */
function pathsByMethod(calls: readonly CallName[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byMethod = new Map<string, Set<string>>();
  for (const name of calls) {
    const call = CALLS[name];
    const paths = byMethod.get(call.method) ?? new Set();
    for (const path of pathsOf(call)) paths.add(path.toLowerCase());
    byMethod.set(call.method, paths);
  }
  return byMethod;
}

function pathOf(url: string): string {
  const query = url.indexOf("?");
  const path = (query < 0 ? url : url.slice(0, query)).toLowerCase();
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
