import { randomBytes } from "node:crypto";
import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type RequestListener,
  type Server,
} from "node:http";
import type { WireCall } from "@candor/wire/call";
import { CALL_NAMES, CALLS, type CallName } from "@candor/wire/calls";
import { reject, rejectFields } from "@candor/wire/rejection";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from "fastify";
import { closeAfterIgnoredUpgrade } from "../../kit/ignored-upgrade.ts";
import { BINANCE, bodyOf } from "../binance-api/binance-error.ts";
import { isBinancePath } from "../binance-api/foreign/foreign-prefixes.ts";
import { CLOSE_HEADER } from "../forwarding/forwarded-headers.ts";
import type { CallHandlers } from "../gateway/call-context.ts";
import { dropImpossibleAddresses } from "../gateway/connection-origin.ts";
import type { GatewayOptions, Ports } from "../gateway/dependencies.ts";
import { type Dispatcher, prepareCall } from "../gateway/dispatcher.ts";
import { WIRE_BOUNDS } from "../gateway/envelope.ts";
import type { GatewayMetrics } from "../gateway/metrics.ts";
import { secureEveryReply, secureReply } from "../gateway/security-headers.ts";
import { allowForms } from "../gateway/upload-form.ts";

const REQUEST_ID = /^[A-Za-z0-9._-]{1,64}$/;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than a reverse proxy keeps idle connections, so that it never writes to a closed one. */
const KEEP_ALIVE_MS = 75_000;
/** Idle time after which a connection is cut: the client sends requests but does not read. */
const STALLED_MS = 120_000;
/** A connection is cut after an upload larger than this. */
const UPLOAD_BYTES = 8 * 1024 * 1024;

/** Room for the headers that a gateway thread adds to a request of the maximum size. */
const FORWARDED_HEADER_BYTES = 1024;

/** Creates a server without calls, whose errors have the wire's envelope. */
export function newCallServer(
  dispatcher: Dispatcher,
  options: Pick<GatewayOptions, "behindGateways" | "stalledMs" | "trustProxy">,
  wrap?: (serve: RequestListener) => RequestListener,
): FastifyInstance {
  // Gateway threads cut stalled clients. A reply to a slow one may wait here for longer.
  const stalledMs = options.behindGateways === true ? 0 : (options.stalledMs ?? STALLED_MS);
  // Requests to upgrade to HTTP/2 are answered in HTTP/1.1, as RFC 9110, 7.8 allows.
  const http = {
    shouldUpgradeCallback: isForSockets,
    ...(options.behindGateways === true && { maxHeaderSize: maxHeaderSize + FORWARDED_HEADER_BYTES }),
  };
  // With a server factory, the framework would not listen on both addresses of localhost.
  const serverFactory: FastifyServerFactory = (serve) => {
    const server = createServer(http, wrap?.(serve));
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.requestTimeout = REQUEST_TIMEOUT_MS;
    return server.setTimeout(stalledMs);
  };
  const app = Fastify({
    bodyLimit: WIRE_BOUNDS.bodyBytes,
    genReqId: requestIds(),
    trustProxy: trustedProxy(options),
    // Cuts clients that send a request too slowly.
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: stalledMs,
    http,
    ...(wrap !== undefined && { serverFactory }),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    // The framework's 503 has no envelope; send ours instead.
    return503OnClosing: false,
    // A path that cannot be decoded skips the error handler.
    frameworkErrors: (_error, request, reply) => {
      closeAfterIgnoredUpgrade(request.raw, reply.raw);
      secureReply(request, reply);
      if (isBinancePath(plainPath(request))) return void refuseBinancePath(reply);
      const language = dispatcher.languageOf(request, undefined);
      void dispatcher.sendRejected(reply, reject("request.notFound"), language);
    },
  });
  const server: Server & { httpAllowHalfOpen?: boolean } = app.server;
  // A client may end its side of the connection after its request, for example `nc -N`, and still reads the reply.
  server.httpAllowHalfOpen = true;
  app.addHook("onRequest", (request, reply, done) => {
    if (options.trustProxy === true) dropImpossibleAddresses(request.raw);
    closeAfterIgnoredUpgrade(request.raw, reply.raw);
    done();
  });
  secureEveryReply(app);
  if (options.behindGateways === true) leaveClosingToGateways(app);
  return app;
}

function leaveClosingToGateways(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!request.raw.complete && reply.getHeader("connection") === "close")
      void reply.removeHeader("connection").header(CLOSE_HEADER, "1");
    done(null, payload);
  });
}

/** Gateway threads connect by a Unix domain socket, which has no address; they send the address of their client. */
function trustedProxy({
  behindGateways,
  trustProxy,
}: Pick<GatewayOptions, "behindGateways" | "trustProxy">):
  | string
  | false
  | ((address: string | undefined) => boolean) {
  if (behindGateways === true) return (address) => address === undefined;
  return trustProxy === true ? "loopback" : false;
}

/** Whether a request asks for a WebSocket. Other upgrades are ignored. */
export function isForSockets({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

/** Returns the caller's request id if valid, otherwise a generated one. */
function requestIds(): (request: IncomingMessage) => string {
  const prefix = randomBytes(6)
    .toString("base64url")
    .replaceAll(/[^A-Za-z0-9]/g, "0");
  let count = 0;
  return (request) => {
    const given = request.headers["x-request-id"];
    if (typeof given === "string" && REQUEST_ID.test(given)) return given;
    count++;
    return `${prefix}-${count.toString(36)}`;
  };
}

/** Reads forms as text. All other bodies are read too and then rejected by the call, with its own error. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: WIRE_BOUNDS.bodyBytes },
    (_request, body, done) => done(null, body),
  );
  app.addContentTypeParser("multipart/form-data", (_request, payload, done) => drain(payload, done));
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: WIRE_BOUNDS.bodyBytes },
    (_request, body, done) => done(null, body.length === 0 ? "" : body),
  );
}

/** Placeholder for a body allowed only in an upload: no other call treats it as empty. */
const NO_FORM = Buffer.alloc(0);

/** Reads and discards an upload. One larger than the maximum is rejected, and the reply ends the connection. */
function drain(payload: IncomingMessage, done: (error: Error | null, body?: Buffer) => void): void {
  let bytes = 0;
  let isTooLarge = false;
  payload.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (isTooLarge || bytes <= UPLOAD_BYTES) return;
    isTooLarge = true;
    done(new UploadTooLargeError());
  });
  payload.once("end", () => isTooLarge || done(null, NO_FORM));
  // The client is gone: its fault, as with the bodies that the framework reads.
  payload.once("error", (error) => isTooLarge || done(Object.assign(error, { statusCode: 400 })));
}

class UploadTooLargeError extends Error {
  readonly statusCode = 413;

  constructor() {
    super(`upload exceeds ${UPLOAD_BYTES} bytes`);
    this.name = "UploadTooLargeError";
  }
}

/** Serves the named calls; the others are not found. */
export function registerCalls<Name extends CallName>(
  app: FastifyInstance,
  calls: readonly Name[],
  handlers: Pick<CallHandlers, Name>,
  dispatcher: Dispatcher,
  metrics: GatewayMetrics,
): void {
  const register = (scope: FastifyInstance, names: readonly Name[]): void => {
    for (const name of names) {
      const call: WireCall = CALLS[name];
      const prepared = prepareCall(call, handlers[name], metrics.meter(call.path));
      for (const url of pathsOf(call)) {
        scope.route({
          method: call.method,
          url,
          handler: (request, reply) => dispatcher.handle(prepared, request, reply),
        });
      }
    }
  };
  const isUpload = (name: Name): boolean => CALLS[name].rateClass === "upload";
  register(
    app,
    calls.filter((name) => !isUpload(name)),
  );
  void app.register(async (scope) => {
    await allowForms(scope);
    register(scope, calls.filter(isUpload));
  });
}

/** `/ebapi/...` is served both with and without the base path. */
export function pathsOf({ path }: WireCall): string[] {
  return path.startsWith("/ebapi/") ? [`/api${path}`, path] : [`/api${path}`];
}

/**
 * Handles unknown paths, wrong methods, and bodies or queries that are too large, in the envelope like everything else.
 */
export function handleUnmatched(
  app: FastifyInstance,
  dependencies: Ports<"log">,
  dispatcher: Dispatcher,
): void {
  const methods = new Map<string, string>();
  for (const name of CALL_NAMES) {
    const call: WireCall = CALLS[name];
    for (const path of pathsOf(call))
      methods.set(path.toLowerCase(), call.method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS");
  }
  const language = (request: FastifyRequest) => dispatcher.languageOf(request, undefined);
  app.setNotFoundHandler((request, reply) => {
    if (isBinancePath(plainPath(request))) return refuseBinancePath(reply);
    const allowed = methods.get(plainPath(request));
    if (allowed === undefined)
      return dispatcher.sendRejected(reply, reject("request.notFound"), language(request));
    void reply.header("allow", allowed);
    if (request.method === "OPTIONS") return reply.status(204).send();
    return dispatcher.sendRejected(reply, reject("request.methodNotAllowed"), language(request));
  });
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const status = error.statusCode ?? 500;
    if (status === 413) {
      const max = error instanceof UploadTooLargeError ? "8 MiB" : "64 KiB";
      const rejected = reject("request.tooLarge", { max });
      void reply.header("connection", "close");
      return dispatcher.sendRejected(reply, rejected, language(request));
    }
    // A path that the static files reject, for example one with a NUL, is not a call.
    if (status >= 400 && status < 500 && !methods.has(plainPath(request)))
      return dispatcher.sendRejected(reply, reject("request.notFound"), language(request));
    if (status >= 400 && status < 500) {
      const trade = /^\/api\/(entrus|market\/entrusorder)/.test(plainPath(request));
      const problem = { path: "data", reason: "format" } as const;
      const rejected = rejectFields(trade ? "trade.invalidParameters" : "request.parameterError", problem);
      return dispatcher.sendRejected(reply, rejected, language(request));
    }
    dependencies.log.error({ err: error, requestId: request.id }, "a request failed");
    return dispatcher.sendRejected(reply, reject("system.failure"), language(request));
  });
}

/** Answers an unknown path of Binance's APIs in their form. */
function refuseBinancePath(reply: FastifyReply): FastifyReply {
  const refusal = BINANCE.notFound();
  return reply.status(refusal.status).send(bodyOf(refusal));
}

/** Returns the path in lower case, without query and trailing slash. */
function plainPath(request: FastifyRequest): string {
  const url = request.raw.url ?? "";
  const at = url.indexOf("?");
  const path = (at < 0 ? url : url.slice(0, at)).toLowerCase();
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
