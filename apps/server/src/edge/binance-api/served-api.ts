import { EngineUnavailableError, OutcomeUnknownError } from "@candor/domain/engine-errors";
import type { Rejected } from "@candor/wire/rejection";
import type { ApiReading } from "../../config/api-settings.ts";
import { BusyError } from "../../kit/limits/bounded-work.ts";
import type { LiveApiKey } from "../../people/identity/api-keys/api-key-register.ts";
import type { ApiKeyPermission } from "../../people/identity/identity-records.ts";
import type { LiveSession } from "../../people/identity/session-register.ts";
import { isTransientError } from "../../records/projections/passing-error.ts";
import type { ApiCaller, ApiFamily, CountedRequest, ListedLimit, UsedLimit } from "../gateway/api-limits.ts";
import type { CallerContext, KeyedCall, PublicCall, SignedCall } from "./binance-call.ts";
import { BINANCE, BinanceError, bodyOf } from "./binance-error.ts";
import type { BinancePorts } from "./binance-ports.ts";
import { prepareParameters } from "./call-names.ts";
import { replyInEightDecimals } from "./eight-decimals.ts";
import { answerWithFault } from "./faults/answer-with-fault.ts";
import { type CallFault, FaultTextError, type LostAnswer, readCallFault } from "./faults/call-fault.ts";
import type { FaultRules } from "./faults/fault-rules.ts";
import { CALL_WEIGHTS } from "./limits/call-weights.ts";
import { Parameters } from "./parameters.ts";
import { refusalOf } from "./refusal.ts";
import { checkSignature, checkTime, keyOf, type ShownRequest } from "./signed-request.ts";
import { replyInMicroseconds } from "./time-unit.ts";

const SECOND_MS = 1_000;
/** Answered in every state of the site. */
const ALWAYS = /\/(?:ping|time|system\/status)$/;

/** Whose limits count an API's requests; the APIs without markets share those of futures. */
const FAMILIES: Readonly<Record<string, ApiFamily>> = { "/api/v3": "spot", "/sapi": "wallet" };

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
  /** Parameters that its transport adds to those of the call. */
  readonly ofTransport?: readonly string[];
  /** Whether the times of its reply are in microseconds. */
  readonly inMicroseconds?: boolean;
  /** Text of a fault that the caller asks for; only a sandbox reads it. */
  readonly fault?: string | undefined;
  /** Identifies the request in the log. */
  readonly requestId?: string;
}

/** What a request's key or address, and its account, have used of their limits. */
export interface ApiUsage {
  /** Weight of the requests of the key, or else of the address, in the last minute. */
  readonly usedWeight: number;
  /** The account's orders; only for an accepted call that places orders. */
  readonly orders?: readonly UsedLimit[] | undefined;
}

export interface ApiReply extends ApiUsage {
  readonly status: number;
  readonly body: unknown;
  /** Set if a fault that was asked for takes the answer away. */
  readonly lost?: LostAnswer;
  /** Seconds until a retry makes sense, if known. */
  readonly retrySeconds?: number;
}

/** What an accepted call returns. */
interface Answered {
  readonly body: unknown;
  readonly orders?: readonly UsedLimit[];
}

/** A call with its checks. */
export interface ApiCall extends Pick<PublicCall, "method" | "path"> {
  /** What its caller shows. */
  readonly shows: "nothing" | "key" | "signature";
  readonly permission: ApiKeyPermission | undefined;
  /** Its least weight. */
  readonly weight: number;
  /** Returns a weight that depends on the parameters. */
  readonly weightOf: ((parameters: Parameters) => number) | undefined;
  readonly answer: (request: ApiRequest, parameters: Parameters) => Answered | Promise<Answered>;
}

/** What the checks of an API use; its calls take their own ports. */
export type ServedPorts = Pick<BinancePorts, "log" | "newClientId" | "nowMs" | "site"> & {
  readonly identity: Pick<BinancePorts["identity"], "apiKey">;
  readonly door: Pick<BinancePorts["door"], "api" | "refuseReader">;
  /** How requests are read. */
  readonly reading: ApiReading;
  /** Faults that the owner of a sandbox asks for; absent in live mode. */
  readonly faults?: FaultRules | undefined;
};

/** One API for clients built for Binance, on any transport: limits, credentials, then the call. */
export class ServedApi {
  readonly calls: readonly ApiCall[];
  /** Where it is served, such as `/api/v3`. */
  readonly prefix: string;
  private readonly ports: ServedPorts;
  private readonly family: ApiFamily;

  constructor(ports: ServedPorts, prefix: string, { open, signed, keyed }: ApiCalls) {
    this.ports = ports;
    this.prefix = prefix;
    this.family = FAMILIES[prefix] ?? "futures";
    this.calls = [
      ...open.map((call) => apiCall(prefix, call, "nothing", this.open(call))),
      ...signed.map((call) => apiCall(prefix, call, "signature", this.signed(call))),
      ...keyed.map((call) => apiCall(prefix, call, "key", this.keyed(call))),
    ];
  }

  /** The limit of weights. */
  get weightLimit(): ListedLimit {
    return this.ports.door.api.listed(this.family)[0];
  }

  /** Counts a request that is no call by its address, unless it exceeds the limit. */
  countRequest(address: string, weight: number): CountedRequest {
    return this.count({ address, apiKeyId: undefined }, weight);
  }

  private count(caller: ApiCaller, weight: number, isNew = true): CountedRequest {
    return this.ports.door.api.count(this.family, caller, weight, this.ports.nowMs(), isNew);
  }

  /** Answers a request. Never rejects: a failure is a reply, too. */
  async answer(call: ApiCall, request: ApiRequest): Promise<ApiReply> {
    const { faults, nowMs } = this.ports;
    if (faults === undefined) return await this.perform(call, request);
    const fault = this.faultOf(call, request, faults);
    if (fault instanceof BinanceError) return this.refusal(call, request, fault, 0);
    if (fault === undefined) return await this.perform(call, request);
    return await answerWithFault(fault, faults, nowMs, () => this.perform(call, request));
  }

  /** The caller's own fault comes before those of the rules. Returns why it cannot be read. */
  private faultOf(
    { method, path }: ApiCall,
    { apiKey, fault }: ApiRequest,
    faults: FaultRules,
  ): CallFault | BinanceError | undefined {
    if (fault === undefined) return faults.ofCall({ method, path: this.prefix + path, apiKey });
    try {
      return readCallFault(fault);
    } catch (error) {
      if (error instanceof FaultTextError) return BINANCE.faultText(error.message);
      throw error;
    }
  }

  private async perform(call: ApiCall, request: ApiRequest): Promise<ApiReply> {
    const { weight, weightOf } = call;
    const caller = this.callerOf(call, request);
    let counted: CountedRequest = { waitMs: 0, used: 0 };
    try {
      const preparing = this.prepareCount(caller, weight);
      if (preparing !== undefined) await preparing;
      // Unreadable requests count, too.
      counted = this.count(caller, weight);
      throwIfTooMany(counted);
      const parameters = new Parameters(request.query, request.form, this.ports.newClientId);
      const more = (weightOf?.(parameters) ?? weight) - weight;
      if (more > 0) {
        const preparingMore = this.prepareCount(caller, more);
        if (preparingMore !== undefined) await preparingMore;
        counted = this.count(caller, more, false);
      }
      throwIfTooMany(counted);
      const { body, orders } = await call.answer(request, parameters);
      return { status: 200, usedWeight: counted.used, body: this.shown(call, request, body), orders };
    } catch (error) {
      // A call without weight has one when it is refused.
      const isFree = weight === 0 && counted.exceeded === undefined;
      const { used } = isFree ? this.count(caller, 1, false) : counted;
      return this.refusal(call, request, error, used);
    }
  }

  private refusal(call: ApiCall, request: ApiRequest, error: unknown, usedWeight: number): ApiReply {
    const { requestId } = request;
    const refusal = errorOf(error);
    if (refusal.status === 500) this.ports.log.error({ err: error, requestId }, "a request failed");
    const { data, retrySeconds, status } = refusal;
    const retry = retrySeconds === undefined ? {} : { retrySeconds };
    // Data of a refusal are parts of replies, such as the placed order of a replacement.
    const body = data === undefined ? bodyOf(refusal) : this.shown(call, request, bodyOf(refusal));
    return { status, body, usedWeight, ...retry };
  }

  /** A key that may be used from the address is counted, otherwise the address is. */
  private callerOf(call: ApiCall, { address, apiKey }: ApiRequest): ApiCaller {
    const key =
      call.shows === "nothing" || apiKey === undefined ? undefined : this.ports.identity.apiKey(apiKey);
    return { address, apiKeyId: key?.admits(address) === true ? key.apiKeyId : undefined };
  }

  /** Returns what to wait for when counts are those of another process. */
  private prepareCount(caller: ApiCaller, weight: number): Promise<void> | undefined {
    const asked = this.ports.door.api.prepare(this.family, caller, weight, this.ports.nowMs());
    if (asked === undefined) return undefined;
    const unavailable = (): never => {
      throw BINANCE.unavailable();
    };
    return asked.then(() => this.prepareCount(caller, weight), unavailable);
  }

  private open(call: PublicCall): ApiCall["answer"] {
    return async (request, parameters) => {
      const { open, message } = this.ports.site.current();
      if (!open && !ALWAYS.test(call.path)) throw BINANCE.closed(message ?? "");
      this.prepare(call, request, parameters, false);
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
      this.prepare(call, request, parameters, true);
      key.touch();
      const context = contextOf(key, request);
      // Wire calls check the caller's state themselves.
      if (call.method === "GET" || call.readsOnly === true) this.admit(context.session);
      const body = await call.answer(parameters, context);
      if (call.placesOrders !== true) return { body };
      return { body, orders: this.ports.door.api.usedOrders(this.family, key.userId) };
    };
  }

  /** Checks a key without a signature. */
  private keyed(call: KeyedCall): ApiCall["answer"] {
    return async (request, parameters) => {
      const key = keyOf(this.ports.identity, request, call.permission);
      this.prepare(call, request, parameters, true);
      key.touch();
      const context = contextOf(key, request);
      this.admit(context.session);
      return { body: await call.answer(parameters, context) };
    };
  }

  /** Returns a reply with the decimals and the unit of times of the API. */
  private shown({ path }: ApiCall, { inMicroseconds }: ApiRequest, body: unknown): unknown {
    const written = this.family === "spot" ? replyInEightDecimals(path, body) : body;
    return inMicroseconds === true ? replyInMicroseconds(path, written) : written;
  }

  private prepare(
    { method, path }: PublicCall | KeyedCall,
    { ofTransport }: ApiRequest,
    parameters: Parameters,
    hasKey: boolean,
  ): void {
    const call = `${method} ${this.prefix}${path}`;
    prepareParameters(parameters, { call, hasKey, ofTransport }, this.ports.reading);
  }

  private admit(session: LiveSession): void {
    const refused: Rejected | undefined = this.ports.door.refuseReader(session);
    if (refused !== undefined) throw refusalOf(refused);
  }
}

function apiCall(
  prefix: string,
  call: PublicCall | KeyedCall,
  shows: ApiCall["shows"],
  answer: ApiCall["answer"],
): ApiCall {
  const { method, path } = call;
  const permission = "permission" in call ? call.permission : undefined;
  const listed = CALL_WEIGHTS[`${method} ${prefix}${path}`] ?? 1;
  const [weight, weightOf] = typeof listed === "number" ? [listed, undefined] : listed;
  return { method, path, shows, permission, weight, weightOf, answer };
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

function throwIfTooMany({ exceeded, waitMs }: CountedRequest): void {
  if (exceeded !== undefined) throw BINANCE.tooMuchWeight(exceeded, Math.ceil(waitMs / SECOND_MS));
}

export function errorOf(error: unknown): BinanceError {
  if (error instanceof BinanceError) return error;
  if (error instanceof OutcomeUnknownError) return BINANCE.outcomeUnknown();
  if (error instanceof EngineUnavailableError || error instanceof BusyError || isTransientError(error))
    return BINANCE.unavailable();
  const status = (error as { readonly statusCode?: number }).statusCode ?? 500;
  return status < 500 ? BINANCE.combination() : BINANCE.unknown();
}
