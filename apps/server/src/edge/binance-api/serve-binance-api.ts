import { EngineUnavailableError } from "@candor/domain/engine-port";
import type { Rejected } from "@candor/wire/rejection";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { BusyError } from "../../kit/limits/bounded-work.ts";
import type { LiveSession } from "../../people/identity/session-register.ts";
import { isTransientError } from "../../records/projections/passing-error.ts";
import { compressOnSend } from "../gateway/compress-reply.ts";
import { accountCalls } from "./account-calls.ts";
import { amendOrderCall } from "./amend-order-call.ts";
import type { KeyedCall, PublicCall, SignedCall } from "./binance-call.ts";
import { BINANCE, BinanceError } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { cancelReplaceCall } from "./cancel-replace-call.ts";
import { countdownCall } from "./futures/countdown/countdown-call.ts";
import { runCountdowns } from "./futures/countdown/run-countdowns.ts";
import { futuresAccountCalls } from "./futures/futures-account-calls.ts";
import { futuresAlgoCalls } from "./futures/futures-algo-calls.ts";
import { futuresBatchCalls } from "./futures/futures-batch-calls.ts";
import { futuresMarketCalls } from "./futures/futures-market-calls.ts";
import { futuresOrderCalls } from "./futures/futures-order-calls.ts";
import { futuresSettingCalls } from "./futures/futures-setting-calls.ts";
import { futuresListenKeyCalls, listenKeyCalls } from "./listen-key-calls.ts";
import { marketCalls } from "./market-calls.ts";
import type { ServedCall } from "./openapi/binance-openapi.ts";
import { orderCalls } from "./order-calls.ts";
import { orderListCalls } from "./order-list-calls.ts";
import { Parameters } from "./parameters.ts";
import { refusalOf } from "./refusal.ts";
import { sapiCalls } from "./sapi/sapi-calls.ts";
import { checkSignature, checkTime, keyOf, type ShownRequest } from "./signed-request.ts";
import { isLoggedOn, LOGGED_ON_HEADER } from "./ws-api/logged-on.ts";

const SECOND_MS = 1_000;
/** Answered in every state of the site. */
const ALWAYS = /\/(?:ping|time|system\/status)$/;

/** Counts the caller's orders in the last ten seconds. */
const ORDER_COUNT = "x-mbx-order-count-10s";

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** The calls of one API, by the credentials they need. */
interface ApiCalls {
  readonly open: readonly PublicCall[];
  readonly signed: readonly SignedCall[];
  readonly keyed: readonly KeyedCall[];
}

/**
 * Serves APIs for clients built for Binance: `/api/v3` for the spot markets, `/fapi` for the contracts, `/sapi` for
 * wallets and margin accounts. The calls use the wire's own calls, so orders, limits and rejections are the same for
 * everyone. @returns the served calls, for their description
 */
export function serveBinanceApi(app: FastifyInstance, ports: BinancePorts): readonly ServedCall[] {
  const spot: ApiCalls = {
    open: marketCalls(ports),
    signed: [
      ...orderCalls(ports),
      cancelReplaceCall(ports),
      amendOrderCall(ports),
      ...orderListCalls(ports),
      ...accountCalls(ports),
    ],
    keyed: listenKeyCalls(ports.listenKeys),
  };
  const futures: ApiCalls = {
    open: futuresMarketCalls(ports),
    signed: [
      ...futuresOrderCalls(ports),
      ...futuresBatchCalls(ports),
      countdownCall(ports),
      ...futuresAlgoCalls(ports),
      ...futuresAccountCalls(ports),
      ...futuresSettingCalls(ports),
    ],
    keyed: futuresListenKeyCalls(ports.listenKeys),
  };
  const apis = { "/api/v3": spot, "/fapi": futures, "/sapi": sapiCalls(ports) };
  for (const [prefix, calls] of Object.entries(apis)) serve(app, ports, prefix, calls);
  const countdowns = runCountdowns(ports);
  app.addHook("onClose", () => countdowns.stop());
  return Object.entries(apis).flatMap(([prefix, calls]) => servedCalls(prefix, calls));
}

/** Returns the calls for the machine-readable description. */
function servedCalls(prefix: string, { open, signed, keyed }: ApiCalls): readonly ServedCall[] {
  const served = (shows: ServedCall["shows"], calls: readonly (PublicCall | KeyedCall)[]) =>
    calls.map(({ method, path, weight = 1, ...call }) => ({
      method,
      path: `${prefix}${path}`,
      shows,
      weight,
      ...("permission" in call ? { permission: call.permission } : {}),
    }));
  return [...served("nothing", open), ...served("signature", signed), ...served("key", keyed)];
}

function serve(
  app: FastifyInstance,
  ports: BinancePorts,
  prefix: string,
  { open, signed, keyed }: ApiCalls,
): void {
  void app.register(
    (scope, _options, done) => {
      const served = new ServedApi(ports);
      for (const call of open) route(scope, ports, call, served.open(call), { onSend: compressOnSend });
      for (const call of signed) route(scope, ports, call, served.signed(call));
      for (const call of keyed) route(scope, ports, call, served.keyed(call));
      // A route, because the static pages at `/` would otherwise treat unknown paths as files.
      scope.all("/*", (_request, reply) => refuse(reply, BINANCE.notFound()));
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

function route(
  scope: FastifyInstance,
  { door }: BinancePorts,
  { method, path, weight = 1, weightOf }: Pick<PublicCall, "method" | "path" | "weight" | "weightOf">,
  answer: Answer,
  hooks: Pick<RouteOptions, "onSend"> = {},
): void {
  scope.route({
    method,
    url: path,
    ...hooks,
    handler: async (request, reply) => {
      const count = (requests: number) => {
        const { used, waitMs } = door.countRequest(request.ip, requests);
        void reply.header("x-mbx-used-weight", String(used)).header("x-mbx-used-weight-1m", String(used));
        if (waitMs > 0) throw BINANCE.tooManyRequests(Math.ceil(waitMs / SECOND_MS));
      };
      void reply.header("cache-control", "no-store");
      // Unreadable requests count, too.
      count(weight);
      const { query, form } = shownBy(request);
      const more = (weightOf?.(new Parameters(query, form)) ?? weight) - weight;
      if (more > 0) count(more);
      return reply.send(await answer(request, reply));
    },
  });
}

/** Checks each request before its call. */
class ServedApi {
  private readonly ports: BinancePorts;

  constructor(ports: BinancePorts) {
    this.ports = ports;
  }

  open(call: PublicCall): Answer {
    return (request) => {
      const { open, message } = this.ports.site.current();
      if (!open && !ALWAYS.test(call.path)) throw BINANCE.closed(message ?? "");
      const { query, form } = shownBy(request);
      return call.answer(new Parameters(query, form), undefined);
    };
  }

  /** Checks key, signature and time, then the caller's state, then runs the call. */
  signed(call: SignedCall): Answer {
    return async (request, reply) => {
      const shown = shownBy(request);
      const parameters = new Parameters(shown.query, shown.form);
      const key = keyOf(this.ports.identity, shown, call.permission);
      const { nowMs } = this.ports;
      // A logged-on client has signed once; its key is checked on every request.
      if (isLoggedOn(request.headers[LOGGED_ON_HEADER])) checkTime(parameters, nowMs());
      else checkSignature(shown, parameters, key, nowMs());
      key.touch();
      const session = sessionOf(key);
      // Wire calls check state and limits themselves.
      if (call.method === "GET" || call.readsOnly === true) this.admit(session, call.weight);
      const answered = await call.answer(parameters, { session, request });
      if (call.placesOrders === true)
        void reply.header(ORDER_COUNT, String(this.ports.door.usedOrders(session.userId)));
      return answered;
    };
  }

  /** Checks a key without a signature. */
  keyed(call: KeyedCall): Answer {
    return (request) => {
      const shown = shownBy(request);
      const key = keyOf(this.ports.identity, shown, call.permission);
      key.touch();
      const session = sessionOf(key);
      this.admit(session);
      return call.answer(new Parameters(shown.query, shown.form), { session, request });
    };
  }

  private admit(session: LiveSession, weight = 1): void {
    const refused: Rejected | undefined = this.ports.door.checkReadLimit(session, weight);
    if (refused !== undefined) throw refusalOf(refused);
  }
}

/** A key identifies its user as long as it exists. */
function sessionOf({
  apiKeyId,
  userId,
}: {
  readonly apiKeyId: string;
  readonly userId: number;
}): LiveSession {
  return { sessionId: apiKeyId, userId, expiresAtMs: Number.MAX_SAFE_INTEGER };
}

function shownBy(request: FastifyRequest): ShownRequest {
  const url = request.raw.url ?? "";
  const at = url.indexOf("?");
  const apiKey = request.headers["x-mbx-apikey"];
  return {
    apiKey: typeof apiKey === "string" ? apiKey : undefined,
    query: at < 0 ? "" : url.slice(at + 1),
    form: formOf(request.body),
    address: request.ip,
  };
}

/** Parses any body as a form, whatever its content type: common clients label theirs as JSON. */
function formOf(body: unknown): string {
  if (typeof body === "string") return body;
  return Buffer.isBuffer(body) ? body.toString("utf8") : "";
}

function errorOf(error: unknown): BinanceError {
  if (error instanceof BinanceError) return error;
  if (error instanceof EngineUnavailableError || error instanceof BusyError || isTransientError(error))
    return BINANCE.unavailable();
  const status = (error as { readonly statusCode?: number }).statusCode ?? 500;
  return status < 500 ? BINANCE.combination() : BINANCE.unknown();
}

function refuse(
  reply: FastifyReply,
  { status, code, message, retrySeconds, data }: BinanceError,
): FastifyReply {
  if (retrySeconds !== undefined) void reply.header("retry-after", String(retrySeconds));
  return reply.status(status).send({ code, msg: message, ...(data === undefined ? {} : { data }) });
}
