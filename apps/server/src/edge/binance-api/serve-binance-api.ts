import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { JSON_TYPE, writeReply } from "../gateway/call-reply.ts";
import { compressOnSend } from "../gateway/compress-reply.ts";
import type { BinanceApis } from "./binance-apis.ts";
import { BINANCE, type BinanceError, bodyOf } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { LostReplies } from "./faults/lost-replies.ts";
import { FOREIGN_PREFIXES } from "./foreign/foreign-prefixes.ts";
import { runCountdowns } from "./futures/countdown/run-countdowns.ts";
import type { ServedCall } from "./openapi/binance-openapi.ts";
import { refuseBinary } from "./refuse-binary.ts";
import { type ApiCall, type ApiReply, type ApiRequest, errorOf, type ServedApi } from "./served-api.ts";
import { isMicroseconds } from "./time-unit.ts";

/** Before the time in which the account's orders are counted. */
const ORDER_COUNT = "x-mbx-order-count";
/** The API whose clients choose the unit of times. */
const WITH_TIME_UNIT = "/api/v3";
const USED_WEIGHT = ["x-mbx-used-weight", "x-mbx-used-weight-1m"] as const;

/** Serves the APIs for clients built for Binance over HTTP. @returns the served calls, for their description */
export function serveBinanceApi(
  app: FastifyInstance,
  apis: BinanceApis,
  ports: BinancePorts,
): readonly ServedCall[] {
  const lost = new LostReplies();
  app.addHook("preClose", (done) => {
    lost.end();
    done();
  });
  for (const [prefix, api] of Object.entries(apis)) serve(app, ports, prefix, api as ServedApi, lost);
  for (const [prefix, refusal] of Object.entries(FOREIGN_PREFIXES))
    serveAt(app, ports, prefix, refusal, () => {});
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

function serve(
  app: FastifyInstance,
  ports: BinancePorts,
  prefix: string,
  api: ServedApi,
  lost: LostReplies,
): void {
  serveAt(app, ports, prefix, BINANCE.notFound, (scope) => {
    for (const call of api.calls) route(scope, api, call, lost);
  });
}

/** Serves the paths below a prefix: `calls` adds routes, and all others are refused with `unknown`. */
function serveAt(
  app: FastifyInstance,
  ports: BinancePorts,
  prefix: string,
  unknown: () => BinanceError,
  calls: (scope: FastifyInstance) => void,
): void {
  void app.register(
    (scope, _options, done) => {
      scope.addHook("onRequest", (request, _reply, next) => {
        next(refuseBinary(request.headers));
      });
      calls(scope);
      // A route, because the static pages at `/` would otherwise treat unknown paths as files.
      scope.all("/*", (_request, reply) => refuse(reply, unknown()));
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

function route(scope: FastifyInstance, api: ServedApi, call: ApiCall, lost: LostReplies): void {
  const { method, path: url } = call;
  if (call.shows === "nothing")
    scope.route({
      method,
      url,
      onSend: compressOnSend,
      handler: async (request, reply) => {
        const answer = await api.answer(call, requestOf(request, api));
        if (answer.lost !== undefined) return lost.lose(reply, answer.lost);
        const headers = headersOf(answer);
        for (let at = 0; at < headers.length; at += 2)
          void reply.header(headers[at] as string, headers[at + 1]);
        return reply.status(answer.status).send(answer.body);
      },
    });
  else
    scope.route({
      method,
      url,
      handler: (request, reply) => {
        api
          .answer(call, requestOf(request, api))
          .then((answer) =>
            answer.lost === undefined ? writeAnswer(reply, answer) : lost.lose(reply, answer.lost),
          )
          .catch((error: unknown) => reply.send(error));
      },
    });
}

function writeAnswer(reply: FastifyReply, answer: ApiReply): void {
  const headers = headersOf(answer);
  headers.push("content-type", JSON_TYPE);
  writeReply(reply, answer.status, headers, JSON.stringify(answer.body));
}

/** Returns alternating names and values. */
function headersOf({ orders, retrySeconds, usedWeight }: ApiReply): string[] {
  const weight = String(usedWeight);
  const headers = ["cache-control", "no-store"];
  for (const name of USED_WEIGHT) headers.push(name, weight);
  for (const { count, interval, intervalNum } of orders ?? [])
    headers.push(`${ORDER_COUNT}-${intervalNum}${interval.charAt(0).toLowerCase()}`, String(count));
  if (retrySeconds !== undefined) headers.push("retry-after", String(retrySeconds));
  return headers;
}

/** Throws -1194. */
function requestOf(request: FastifyRequest, { prefix }: ServedApi): ApiRequest {
  const url = request.raw.url ?? "";
  const at = url.indexOf("?");
  const apiKey = request.headers["x-mbx-apikey"];
  const unit = request.headers["x-mbx-time-unit"];
  const fault = request.headers["x-candor-fault"];
  const inMicroseconds = prefix === WITH_TIME_UNIT && unit !== undefined && isMicroseconds(String(unit));
  return {
    apiKey: typeof apiKey === "string" ? apiKey : undefined,
    query: at < 0 ? "" : url.slice(at + 1),
    form: formOf(request.body),
    address: request.ip,
    isLoggedOn: false,
    inMicroseconds,
    fault: fault === undefined ? undefined : String(fault),
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
