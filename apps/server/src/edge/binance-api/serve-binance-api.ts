import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { compressOnSend } from "../gateway/compress-reply.ts";
import type { BinanceApis } from "./binance-apis.ts";
import { BINANCE, type BinanceError } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { runCountdowns } from "./futures/countdown/run-countdowns.ts";
import type { ServedCall } from "./openapi/binance-openapi.ts";
import { type ApiCall, type ApiRequest, bodyOf, errorOf, type ServedApi } from "./served-api.ts";

/** Counts the caller's orders in the last ten seconds. */
const ORDER_COUNT = "x-mbx-order-count-10s";
const USED_WEIGHT = ["x-mbx-used-weight", "x-mbx-used-weight-1m"] as const;

/** Serves the APIs for clients built for Binance over HTTP. @returns the served calls, for their description */
export function serveBinanceApi(
  app: FastifyInstance,
  apis: BinanceApis,
  ports: BinancePorts,
): readonly ServedCall[] {
  for (const [prefix, api] of Object.entries(apis)) serve(app, ports, prefix, api as ServedApi);
  const countdowns = runCountdowns(ports);
  app.addHook("onClose", () => countdowns.stop());
  return Object.entries(apis).flatMap(([prefix, { calls }]) => servedCalls(prefix, calls));
}

/** Returns the calls for the machine-readable description. */
function servedCalls(prefix: string, calls: readonly ApiCall[]): readonly ServedCall[] {
  return calls.map(({ method, path, shows, weight, permission }) => ({
    method,
    path: `${prefix}${path}`,
    shows,
    weight,
    ...(permission === undefined ? {} : { permission }),
  }));
}

function serve(app: FastifyInstance, ports: BinancePorts, prefix: string, api: ServedApi): void {
  void app.register(
    (scope, _options, done) => {
      for (const call of api.calls) route(scope, api, call);
      // A route, because the static pages at `/` would otherwise treat unknown paths as files.
      scope.all("/*", (_request, reply) => refuse(reply, BINANCE.notFound()));
      // Errors of the framework, for example a body that is too large.
      scope.setErrorHandler((error, request, reply) => {
        const refusal = errorOf(error);
        if (refusal.status === 500)
          ports.log.error({ err: error, requestId: request.id }, "a request failed");
        return refuse(reply, refusal);
      });
      done();
    },
    { prefix },
  );
}

function route(scope: FastifyInstance, api: ServedApi, call: ApiCall): void {
  scope.route({
    method: call.method,
    url: call.path,
    ...(call.shows === "nothing" ? { onSend: compressOnSend } : {}),
    handler: async (request, reply) => {
      const { body, orders, retrySeconds, status, usedWeight } = await api.answer(call, requestOf(request));
      void reply.header("cache-control", "no-store");
      for (const name of USED_WEIGHT) void reply.header(name, String(usedWeight));
      if (orders !== undefined) void reply.header(ORDER_COUNT, String(orders));
      if (retrySeconds !== undefined) void reply.header("retry-after", String(retrySeconds));
      return reply.status(status).send(body);
    },
  });
}

function requestOf(request: FastifyRequest): ApiRequest {
  const url = request.raw.url ?? "";
  const at = url.indexOf("?");
  const apiKey = request.headers["x-mbx-apikey"];
  return {
    apiKey: typeof apiKey === "string" ? apiKey : undefined,
    query: at < 0 ? "" : url.slice(at + 1),
    form: formOf(request.body),
    address: request.ip,
    isLoggedOn: false,
    requestId: request.id,
  };
}

/** Parses any body as a form, whatever its content type: common clients label theirs as JSON. */
function formOf(body: unknown): string {
  if (typeof body === "string") return body;
  return Buffer.isBuffer(body) ? body.toString("utf8") : "";
}

function refuse(reply: FastifyReply, refusal: BinanceError): FastifyReply {
  const { retrySeconds, status } = refusal;
  if (retrySeconds !== undefined) void reply.header("retry-after", String(retrySeconds));
  return reply.status(status).send(bodyOf(refusal));
}
