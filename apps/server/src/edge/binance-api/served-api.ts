import { EngineUnavailableError, OutcomeUnknownError } from "@candor/domain/engine-errors";
import type { Rejected } from "@candor/wire/rejection";
import { BusyError } from "../../kit/limits/bounded-work.ts";
import type { LiveApiKey } from "../../people/identity/api-keys/api-key-register.ts";
import type { ApiKeyPermission } from "../../people/identity/identity-records.ts";
import type { LiveSession } from "../../people/identity/session-register.ts";
import { isTransientError } from "../../records/projections/passing-error.ts";
import type { CountedRequest } from "../gateway/call-limits.ts";
import type { CallerContext, KeyedCall, PublicCall, SignedCall } from "./binance-call.ts";
import { BINANCE, BinanceError } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { Parameters } from "./parameters.ts";
import { refusalOf } from "./refusal.ts";
import { checkSignature, checkTime, keyOf, type ShownRequest } from "./signed-request.ts";

const SECOND_MS = 1_000;
/** Answered in every state of the site. */
const ALWAYS = /\/(?:ping|time|system\/status)$/;

/** The calls of one API, by the credentials they need. */
export interface ApiCalls {
  readonly open: readonly PublicCall[];
  readonly signed: readonly SignedCall[];
  readonly keyed: readonly KeyedCall[];
}

/** A request as received over HTTP or a WebSocket. */
export interface ApiRequest extends ShownRequest {
  /** Whether the connection has signed before, so that the request carries no signature. */
  readonly isLoggedOn: boolean;
  /** Identifies the request in the log. */
  readonly requestId?: string;
}

/** What a request's address and caller have used of their limits. */
export interface ApiUsage {
  /** Weight of the address's requests in the last minute. */
  readonly usedWeight: number;
  /** The caller's orders in the last ten seconds; only for an accepted call that places orders. */
  readonly orders?: number | undefined;
}

export interface ApiReply extends ApiUsage {
  readonly status: number;
  readonly body: unknown;
  /** Seconds until a retry makes sense, if known. */
  readonly retrySeconds?: number;
}

/** What an accepted call returns. */
interface Answered {
  readonly body: unknown;
  readonly orders?: number;
}

/** A call with its checks. */
export interface ApiCall extends Pick<PublicCall, "method" | "path" | "weightOf"> {
  /** What its caller shows. */
  readonly shows: "nothing" | "key" | "signature";
  readonly permission: ApiKeyPermission | undefined;
  readonly weight: number;
  readonly answer: (request: ApiRequest, parameters: Parameters) => Answered | Promise<Answered>;
}

/** What the checks of an API use; its calls take their own ports. */
export type ServedPorts = Pick<BinancePorts, "log" | "nowMs" | "site"> & {
  readonly identity: Pick<BinancePorts["identity"], "apiKey">;
  readonly door: Pick<BinancePorts["door"], "checkReadLimit" | "countRequest" | "usedOrders">;
};

/** One API for clients built for Binance, on any transport: limits, credentials, then the call. */
export class ServedApi {
  readonly calls: readonly ApiCall[];
  private readonly ports: ServedPorts;

  constructor(ports: ServedPorts, { open, signed, keyed }: ApiCalls) {
    this.ports = ports;
    this.calls = [
      ...open.map((call) => apiCall(call, "nothing", this.open(call))),
      ...signed.map((call) => apiCall(call, "signature", this.signed(call))),
      ...keyed.map((call) => apiCall(call, "key", this.keyed(call))),
    ];
  }

  /** Counts a request from an address with the given weight unless it exceeds the limit. */
  countRequest(address: string, weight: number): CountedRequest {
    return this.ports.door.countRequest(address, weight);
  }

  /** Answers a request. Never rejects: a failure is a reply, too. */
  async answer(call: ApiCall, request: ApiRequest): Promise<ApiReply> {
    const { weight, weightOf } = call;
    // Unreadable requests count, too.
    let { used, waitMs } = this.countRequest(request.address, weight);
    try {
      throwIfTooMany(waitMs);
      const parameters = new Parameters(request.query, request.form);
      const more = (weightOf?.(parameters) ?? weight) - weight;
      if (more > 0) ({ used, waitMs } = this.countRequest(request.address, more));
      throwIfTooMany(waitMs);
      const { body, orders } = await call.answer(request, parameters);
      return { status: 200, usedWeight: used, body, orders };
    } catch (error) {
      const refusal = errorOf(error);
      if (refusal.status === 500)
        this.ports.log.error({ err: error, requestId: request.requestId }, "a request failed");
      const { retrySeconds, status } = refusal;
      const retry = retrySeconds === undefined ? {} : { retrySeconds };
      return { status, body: bodyOf(refusal), usedWeight: used, ...retry };
    }
  }

  private open(call: PublicCall): ApiCall["answer"] {
    return async (_request, parameters) => {
      const { open, message } = this.ports.site.current();
      if (!open && !ALWAYS.test(call.path)) throw BINANCE.closed(message ?? "");
      return { body: await call.answer(parameters, undefined) };
    };
  }

  /** Checks key, signature and time, then the caller's state, then runs the call. */
  private signed(call: SignedCall): ApiCall["answer"] {
    return async (request, parameters) => {
      const key = keyOf(this.ports.identity, request, call.permission);
      const nowMs = this.ports.nowMs();
      // A logged-on client has signed once; its key is checked on every request.
      if (request.isLoggedOn) checkTime(parameters, nowMs);
      else checkSignature(request, parameters, key, nowMs);
      key.touch();
      const context = contextOf(key, request);
      // Wire calls check state and limits themselves.
      if (call.method === "GET" || call.readsOnly === true) this.admit(context.session, call.weight);
      const body = await call.answer(parameters, context);
      return call.placesOrders === true ? { body, orders: this.ports.door.usedOrders(key.userId) } : { body };
    };
  }

  /** Checks a key without a signature. */
  private keyed(call: KeyedCall): ApiCall["answer"] {
    return async (request, parameters) => {
      const key = keyOf(this.ports.identity, request, call.permission);
      key.touch();
      const context = contextOf(key, request);
      this.admit(context.session);
      return { body: await call.answer(parameters, context) };
    };
  }

  private admit(session: LiveSession, weight = 1): void {
    const refused: Rejected | undefined = this.ports.door.checkReadLimit(session, weight);
    if (refused !== undefined) throw refusalOf(refused);
  }
}

function apiCall(call: PublicCall | KeyedCall, shows: ApiCall["shows"], answer: ApiCall["answer"]): ApiCall {
  const { method, path, weight = 1, weightOf } = call;
  const permission = "permission" in call ? call.permission : undefined;
  return { method, path, shows, permission, weight, ...(weightOf === undefined ? {} : { weightOf }), answer };
}

/** A key identifies its user as long as it exists. Replies are in English, as Binance's. */
function contextOf(
  { apiKeyId, userId }: Pick<LiveApiKey, "apiKeyId" | "userId">,
  { address, requestId }: ApiRequest,
): CallerContext {
  return {
    session: { sessionId: apiKeyId, userId, expiresAtMs: Number.MAX_SAFE_INTEGER },
    origin: { address, language: "en", requestId },
  };
}

function throwIfTooMany(waitMs: number): void {
  if (waitMs > 0) throw BINANCE.tooManyRequests(Math.ceil(waitMs / SECOND_MS));
}

export function errorOf(error: unknown): BinanceError {
  if (error instanceof BinanceError) return error;
  if (error instanceof OutcomeUnknownError) return BINANCE.outcomeUnknown();
  if (error instanceof EngineUnavailableError || error instanceof BusyError || isTransientError(error))
    return BINANCE.unavailable();
  const status = (error as { readonly statusCode?: number }).statusCode ?? 500;
  return status < 500 ? BINANCE.combination() : BINANCE.unknown();
}

export function bodyOf({ code, message, data }: BinanceError): object {
  return { code, msg: message, ...(data === undefined ? {} : { data }) };
}
