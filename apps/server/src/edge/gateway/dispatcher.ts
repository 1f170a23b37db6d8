import { EngineUnavailableError, OutcomeUnknownError } from "@candor/domain/engine-errors";
import type { Language } from "@candor/domain/enumerations";
import { parameterError, type RateClass, tooFastError, type WireCall } from "@candor/wire/call";
import { Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ChainUnavailableError } from "../../custody/chain/evm-chain.ts";
import { BusyError } from "../../kit/limits/bounded-work.ts";
import { negotiateLanguage } from "../../kit/negotiate-language.ts";
import { isBlocked } from "../../people/identity/is-blocked.ts";
import type { LiveSession } from "../../people/identity/session-register.ts";
import { isTransientError } from "../../records/projections/passing-error.ts";
import type { ApiLimits } from "./api-limits.ts";
import type { CallContext, CallOrigin } from "./call-context.ts";
import type { CallLimits, RequestOrigin } from "./call-limits.ts";
import { type CallReplyText, sendCallReply, writeCallReply } from "./call-reply.ts";
import { checkRequest } from "./check-request.ts";
import { compressReply } from "./compress-reply.ts";
import type { GatewayOptions } from "./dependencies.ts";
import { describeRejection } from "./describe-rejection.ts";
import { deviceCookie, deviceTokenOf } from "./device-cookie.ts";
import type { CallerFacts, DispatcherPorts } from "./dispatcher-ports.ts";
import { dropAbsent, encodeReply, isWithinBounds, type Payload, WIRE_BOUNDS } from "./envelope.ts";
import type { CallMeter } from "./metrics.ts";
import { OutboxGate } from "./outbox-gate.ts";
import { prepareCaller } from "./prepare-caller.ts";
import { integerFields } from "./query-payload.ts";
import { headerOf, queryOf, readPayload } from "./read-payload.ts";
import { httpStatus, retrySecondsOf } from "./reply-status.ts";
import { readUploadForm } from "./upload-form.ts";

/** Tells a caller that repeating is safe, even without a key. */
const NOT_EXECUTED = { executed: false } as const;

const NOT_CACHED = ["cache-control", "no-store"] as const;
const CACHED_BRIEFLY = [
  "cache-control",
  "max-age=1",
  "vary",
  "lang, accept-language, accept-encoding",
] as const;

/** Rate classes where an earlier login from the device matters. */
const DEVICE_COUNTED: ReadonlySet<RateClass> = new Set(["credential", "code"]);
/** Counted by user even if the call ignores sessions: a session must not bypass the limit by address. */
const USER_COUNTED: ReadonlySet<RateClass> = new Set(["read", "credential", "code"]);

type Handler = (request: never, context: CallContext) => unknown;

/** A call with everything prepared before a request arrives. */
export interface PreparedCall {
  readonly call: WireCall;
  readonly handler: Handler;
  readonly integers: ReadonlySet<string>;
  readonly meter: CallMeter;
}

/** The caller of a call that another API has read. */
export interface PerformedFor {
  readonly session: LiveSession;
  readonly origin: CallOrigin;
  /** Counts the call in the limits of that API instead of the wire's. */
  readonly count?: (() => Rejected | undefined) | undefined;
}

const isNoBrowser = (): boolean => false;

export function prepareCall(call: WireCall, handler: Handler, meter: CallMeter): PreparedCall {
  return { call, handler, meter, integers: integerFields(call) };
}

/** Takes a request through the eleven steps of the wire's rejection order and writes the reply. */
export class Dispatcher {
  private readonly ports: DispatcherPorts;
  private readonly limits: CallLimits;
  private readonly nowMs: () => number;
  private readonly outboxGate: OutboxGate;

  constructor(ports: DispatcherPorts, options: GatewayOptions, limits: CallLimits) {
    this.ports = ports;
    this.limits = limits;
    this.nowMs = options.nowMs ?? Date.now;
    this.outboxGate = new OutboxGate(options);
  }

  /** Always sends a reply eventually. */
  handle(prepared: PreparedCall, request: FastifyRequest, reply: FastifyReply): void {
    this.answer(prepared, request, reply).catch((error: unknown) => reply.send(error));
  }

  private async answer(prepared: PreparedCall, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const startedAt = performance.now();
    const { call, meter } = prepared;
    const token = headerOf(request, "token");
    const limits = (): Promise<unknown> | undefined => this.prepareLimits(call, request, token);
    const preparing = prepareCaller(this.ports.identity, token, limits);
    if (preparing !== undefined && !(await preparing)) {
      writeCallReply(
        reply,
        this.rejection(reject("system.unavailable"), this.languageOf(request, undefined)),
      );
      return;
    }
    const session = token === undefined ? undefined : this.ports.identity.session(token);
    const language = this.languageOf(request, session);
    let outcome: unknown;
    try {
      outcome = await this.outcomeOf(prepared, request, session, token, language);
    } catch (error) {
      outcome = this.failed(call, request.id, error);
    }
    if (outcome instanceof Rejected) {
      meter.rejected(outcome.error, performance.now() - startedAt);
      writeCallReply(reply, this.rejection(outcome, language));
      return;
    }
    meter.accepted(performance.now() - startedAt);
    const isCacheable = call.method === "GET" && call.login === "public";
    const { deviceToken } = outcome as { readonly deviceToken?: unknown };
    const headers =
      typeof deviceToken === "string" && deviceToken !== ""
        ? [...NOT_CACHED, ...deviceCookie(request, deviceToken)]
        : isCacheable
          ? CACHED_BRIEFLY
          : NOT_CACHED;
    const text = encodeReply(1, "", this.seconds(), outcome as object);
    const holdsNoSecret = call.rateClass === "read" && call.login !== "required";
    const compressed = holdsNoSecret ? compressReply(request, text) : undefined;
    writeCallReply(reply, { status: 200, language, headers, text, compressed });
  }

  private prepareLimits(
    call: WireCall,
    request: FastifyRequest,
    token: string | undefined,
  ): Promise<unknown> | undefined {
    if (!this.limits.isPrepared) return undefined;
    const session = token === undefined ? undefined : this.ports.identity.session(token);
    const origin = this.originOf(call, request, session);
    return this.limits.prepare(call, origin, session?.userId ?? 0, this.nowMs());
  }

  private originOf(call: WireCall, request: FastifyRequest, session: LiveSession | undefined): RequestOrigin {
    const shown = DEVICE_COUNTED.has(call.rateClass) ? deviceTokenOf(request) : undefined;
    const device = shown === undefined ? undefined : this.ports.identity.issuedDevice(shown);
    const isLabelled = session !== undefined && this.ports.identity.user(session.userId)?.kind === "labelled";
    return { address: request.ip, hasSession: session !== undefined, isLabelled, device };
  }

  /** Rejects a request that matches no call or could not be read. */
  sendRejected(reply: FastifyReply, rejected: Rejected, language: Language): FastifyReply {
    return sendCallReply(reply, this.rejection(rejected, language));
  }

  private rejection(rejected: Rejected, language: Language): CallReplyText {
    const { code, message, data } = describeRejection(rejected, language);
    const retrySeconds = retrySecondsOf(code, data.params?.retryAfterMs);
    const headers =
      retrySeconds === undefined ? NOT_CACHED : [...NOT_CACHED, "retry-after", String(retrySeconds)];
    const text = encodeReply(code, message, this.seconds(), data);
    return { status: httpStatus(code), language, headers, text };
  }

  languageOf(request: FastifyRequest, session: LiveSession | undefined): Language {
    const profile = session === undefined ? null : this.ports.identity.language(session.userId);
    return negotiateLanguage(headerOf(request, "lang"), profile, headerOf(request, "accept-language"));
  }

  /** Runs steps 1 to 7, then the handler; returns a promise if the call is asynchronous. */
  private outcomeOf(
    prepared: PreparedCall,
    request: FastifyRequest,
    session: LiveSession | undefined,
    token: string | undefined,
    language: Language,
  ): unknown {
    const { call } = prepared;
    const { engineReady } = this.ports;
    const nowMs = this.nowMs();
    if (call.method === "GET" && queryOf(request).length > WIRE_BOUNDS.queryBytes)
      return reject("request.tooLarge", { max: "4 KiB" });
    if (!engineReady()) return reject("system.unavailable", NOT_EXECUTED);
    const crowded = this.limits.refuseAddress(call, this.originOf(call, request, session), nowMs);
    if (crowded !== undefined) return crowded;
    const payload = readPayload(call, prepared.integers, request);
    if (payload === undefined)
      return rejectFields(parameterError(call.family), { path: "data", reason: "format" });
    const known = this.callerOf(call, session, token, nowMs);
    if (known instanceof Rejected) return known;
    const userId = known?.userId ?? 0;
    const context: CallContext = {
      session: known,
      language,
      address: request.ip,
      device: DEVICE_COUNTED.has(call.rateClass) ? deviceTokenOf(request) : undefined,
      host: request.host,
      readsOutbox: () => this.outboxGate.admits(request),
      nowMs,
    };
    const { closing, uploads } = this.ports;
    if (uploads !== undefined && call.rateClass === "upload" && request.isMultipart()) {
      // Counted from the first byte, so that no account is closed during an upload.
      return closing.gate.count(
        userId,
        uploads.admit(userId, () => this.takeForm(prepared, request, context)),
      );
    }
    return this.checkAndHandle(prepared, payload, context);
  }

  /**
   * Steps 4 to 6: identifies the caller, as far as the call needs it.
   * @param count counts the call instead of the wire's limits
   */
  private callerOf(
    call: WireCall,
    session: LiveSession | undefined,
    token: string | undefined,
    nowMs: number,
    count?: () => Rejected | undefined,
  ): LiveSession | undefined | Rejected {
    const user = session === undefined ? undefined : this.ports.identity.user(session.userId);
    const turnedAway = this.rejectCaller(call, user, token);
    if (turnedAway !== undefined && user === undefined) return turnedAway;
    const known = user === undefined || isBlocked(user) || call.login === "public" ? undefined : session;
    const isLabelled = user?.kind === "labelled";
    // Another API has limits of its own.
    if (count !== undefined) return turnedAway ?? count() ?? known;
    // Requests with a session are not counted by address, so they are counted by user even if the call ignores sessions
    // or rejects the caller.
    const isUsers = USER_COUNTED.has(call.rateClass) || turnedAway !== undefined;
    const counted = isUsers ? user?.userId : known?.userId;
    const tooMany = this.limits.refuseUser(call, counted ?? 0, isLabelled, nowMs);
    return tooMany ?? turnedAway ?? known;
  }

  /** Steps 4 and 5: returns why the call is rejected now or for this caller. */
  private rejectCaller(
    call: WireCall,
    user: CallerFacts | undefined,
    token: string | undefined,
  ): Rejected | undefined {
    const { closing, identity, site } = this.ports;
    const { open, message } = site.current();
    if (!open && !call.answersWhileClosed) return reject("site.closed", { message: message ?? "" });
    if (call.login !== "required") return undefined;
    if (token === undefined) return reject("user.notLoggedIn");
    if (user === undefined) {
      const reason = identity.whySessionEnded(token);
      return reject("session.expired", reason === undefined ? undefined : { reason });
    }
    if (isBlocked(user)) return reject("user.banned");
    return closing.gate.isShut(user.userId) ? reject(tooFastError(call)) : undefined;
  }

  /** The limits of the APIs for Binance clients. */
  get apiLimits(): ApiLimits {
    return this.limits.api;
  }

  /** The time of limits. */
  now(): number {
    return this.nowMs();
  }

  /** Runs steps 1, 4 and 5 for a read that another API performs itself and has counted. */
  refuseReader(call: WireCall, session: LiveSession): Rejected | undefined {
    if (!this.ports.engineReady()) return reject("system.unavailable");
    const known = this.callerOf(call, session, "", this.nowMs(), () => undefined);
    return known instanceof Rejected ? known : undefined;
  }

  /**
   * Runs steps 1 and 4 to 7 of a call that another API has read, for a caller it has authenticated.
   * @returns the checked request
   */
  admit({ call, meter }: PreparedCall, payload: Payload, performed: PerformedFor): unknown {
    const startedAt = performance.now();
    let outcome: unknown;
    try {
      outcome = this.admitted(call, payload, performed);
    } catch (error) {
      outcome = this.failed(call, performed.origin.requestId, error);
    }
    if (outcome instanceof Rejected) meter.rejected(outcome.error, performance.now() - startedAt);
    return outcome;
  }

  /** As CallLimits.prepare, for `admit`. */
  prepareAdmission({ call }: PreparedCall, { session, origin }: PerformedFor): Promise<unknown> | undefined {
    if (!this.limits.isPrepared) return undefined;
    const isLabelled = this.ports.identity.user(session.userId)?.kind === "labelled";
    const from = { address: origin.address, hasSession: true, isLabelled };
    return this.limits.prepare(call, from, session.userId, this.nowMs());
  }

  private admitted(call: WireCall, payload: Payload, { session, count }: PerformedFor): unknown {
    if (!this.ports.engineReady()) return reject("system.unavailable", NOT_EXECUTED);
    const known = this.callerOf(call, session, "", this.nowMs(), count);
    return known instanceof Rejected ? known : checkRequest(call, payload);
  }

  /** Runs steps 8 to 11 of an admitted call. Never rejects. */
  async execute(
    prepared: PreparedCall,
    request: unknown,
    { session, origin }: PerformedFor,
  ): Promise<unknown> {
    const startedAt = performance.now();
    const { call, meter } = prepared;
    const { address, language } = origin;
    const context: CallContext = {
      session,
      language,
      address,
      host: "",
      readsOutbox: isNoBrowser,
      nowMs: this.nowMs(),
    };
    let outcome: unknown;
    try {
      outcome = await this.handled(prepared, request, context);
    } catch (error) {
      outcome = this.failed(call, origin.requestId, error);
    }
    const tookMs = performance.now() - startedAt;
    if (outcome instanceof Rejected) meter.rejected(outcome.error, tookMs);
    else meter.accepted(tookMs);
    return outcome;
  }

  /** Runs step 7 and the handler for a user without a session. */
  performFor(prepared: PreparedCall, payload: Payload, userId: number, serverKey?: string): unknown {
    const session = { sessionId: "", userId, expiresAtMs: Number.MAX_SAFE_INTEGER };
    const nowMs = this.nowMs();
    const context = {
      session,
      language: "en",
      address: "",
      host: "",
      readsOutbox: isNoBrowser,
      nowMs,
    } as const;
    if (serverKey === undefined) return this.checkAndHandle(prepared, payload, context);
    const checked = checkRequest(prepared.call, payload);
    if (checked instanceof Rejected) return checked;
    return this.handled(prepared, { ...(checked as Payload), clientOrderId: serverKey }, context);
  }

  /** Runs step 7, then the handler. */
  private checkAndHandle(prepared: PreparedCall, payload: Payload, context: CallContext): unknown {
    const checked = checkRequest(prepared.call, payload);
    return checked instanceof Rejected ? checked : this.handled(prepared, checked, context);
  }

  /** Calls that may change something for a user are counted until they end. */
  private handled({ call, handler }: PreparedCall, request: unknown, context: CallContext): unknown {
    const outcome = handler(request as never, context);
    const { session } = context;
    return session !== undefined && call.rateClass !== "read" && outcome instanceof Promise
      ? this.ports.closing.gate.count(session.userId, outcome)
      : outcome;
  }

  /** Reads an upload only if everything before its form is valid. */
  private async takeForm(
    prepared: PreparedCall,
    request: FastifyRequest,
    context: CallContext,
  ): Promise<unknown> {
    const { call } = prepared;
    const form = await readUploadForm(request);
    if (form === undefined || !isWithinBounds(form.fields))
      return rejectFields(parameterError(call.family), { path: "file", reason: "format" });
    dropAbsent(form.fields, call.nullable);
    const { session } = context;
    const user = session === undefined ? undefined : this.ports.identity.user(session.userId);
    if (session !== undefined && (user === undefined || isBlocked(user))) return reject("session.expired");
    return this.checkAndHandle(prepared, form.fields, { ...context, file: form.file });
  }

  private failed(call: WireCall, requestId: string | undefined, error: unknown): Rejected {
    if (error instanceof BusyError && error.retryAfterMs !== undefined)
      return reject("system.unavailable", { retryAfterMs: error.retryAfterMs });
    if (error instanceof OutcomeUnknownError) return reject("system.outcomeUnknown");
    if (error instanceof EngineUnavailableError) return reject("system.unavailable", NOT_EXECUTED);
    if (error instanceof BusyError) return reject("system.unavailable");
    const isOfChain = error instanceof ChainUnavailableError;
    if (isOfChain || isTransientError(error)) {
      const part = isOfChain ? "chain" : "read models";
      this.ports.log.warn({ err: error, call: call.path }, `${part} unavailable during a call`);
      return reject("system.unavailable");
    }
    this.ports.log.error({ err: error, call: call.path, requestId }, "a call failed");
    return reject("system.failure");
  }

  private seconds(): number {
    return Math.floor(this.nowMs() / 1_000);
  }
}
