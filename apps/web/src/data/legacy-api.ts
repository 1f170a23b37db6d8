import type { Language } from "@candor/domain/enumerations";
import type { ErrorName } from "@candor/domain/errors/errors";
import type { CALLS, CallReply } from "@candor/wire/calls";
import type { FieldProblem, RejectionParams } from "@candor/wire/rejection";
import type { UploadPurpose } from "@candor/wire/verification-calls";
import type { z } from "zod";
import { ApiError, type NetworkFault } from "./api-error.ts";
import { type ApiCallName, CALL_ROUTES } from "./call-routes.ts";
import { decodeData, type Envelope, encodeForm, encodeQuery, readEnvelope } from "./envelope.ts";

/** Network timeout from the specification. */
const TIMEOUT_MS = 60_000;
/** Delay between two tries of a call with an unknown outcome. */
const RETRY_AFTER_MS = 1_000;

/** A call's request from the caller's side: fields with a default are optional. */
export type ApiRequest<Name extends ApiCallName> = z.input<(typeof CALLS)[Name]["request"]>;

export interface LegacyApiOptions {
  /** Default: `/api` on the page's own host. */
  readonly baseUrl?: string;
  readonly token: () => string;
  readonly language: () => Language;
  /** The session is over (body code 401 or 48): forget it and go to login. */
  readonly onSessionEnded: (error: ApiError) => void;
  /** The site is closed or the user is banned (402): forget the session and show the message. */
  readonly onAccessDenied: (error: ApiError) => void;
  /** Awaited before a rejection reaches the caller: its translations may have to be loaded. Never rejects. */
  readonly beforeRefusal?: () => Promise<void>;
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Number of tries while the outcome is unknown. Only for read-only calls or calls with an idempotency key. */
  readonly tries?: number;
  /** Whether the call outlives the page. Only for small requests. */
  readonly isParting?: boolean;
}

/** Client of the legacy wire. Every failure is an ApiError. */
export class LegacyApi {
  private readonly options: LegacyApiOptions;
  private readonly fetch: typeof fetch;

  constructor(options: LegacyApiOptions) {
    this.options = options;
    this.fetch = options.fetch ?? globalThis.fetch.bind(globalThis);
  }

  /** Makes a call. Aborting it only rejects with the signal's reason. */
  async call<Name extends ApiCallName>(
    name: Name,
    request: ApiRequest<Name>,
    options: CallOptions = {},
  ): Promise<CallReply<Name>> {
    for (let left = (options.tries ?? 1) - 1; ; left--) {
      try {
        return (await this.once(name, request, options)) as CallReply<Name>;
      } catch (error) {
        if (!(error instanceof ApiError) || !error.outcomeUnknown || left <= 0) throw error;
        await pause(RETRY_AFTER_MS, options.signal);
      }
    }
  }

  /** Uploads a picture. Returns a reference for other calls and a temporary address for showing it. */
  async upload(picture: Blob, purpose: UploadPurpose, signal?: AbortSignal): Promise<CallReply<"upload">> {
    const form = new FormData();
    // Fields first, so that a streaming server knows the purpose before the bytes arrive.
    form.set("purpose", purpose);
    form.set("file", picture);
    return (await this.send("/Common/upload", { method: "POST", body: form }, signal)) as CallReply<"upload">;
  }

  private once(
    name: ApiCallName,
    request: object,
    { signal, isParting = false }: CallOptions,
  ): Promise<object> {
    const [method, path] = CALL_ROUTES[name].split(" ") as ["GET" | "POST", string];
    if (method === "GET") return this.send(`${path}${encodeQuery(request)}`, { method }, signal);
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = encodeForm(request);
    return this.send(path, { method, headers, body, ...(isParting && { keepalive: true }) }, signal);
  }

  private async send(path: string, init: RequestInit, signal: AbortSignal | undefined): Promise<object> {
    const token = this.options.token();
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    let status: number;
    let text: string;
    try {
      const response = await this.fetch(`${this.options.baseUrl ?? "/api"}${path}`, {
        ...init,
        headers: {
          lang: this.options.language(),
          ...(token === "" ? {} : { token }),
          ...(init.headers as Readonly<Record<string, string>> | undefined),
        },
        signal: signal === undefined ? timeout : firstOf(signal, timeout),
      });
      status = response.status;
      text = await response.text();
    } catch (error) {
      signal?.throwIfAborted();
      const fault: NetworkFault = timeout.aborted ? "network.timeout" : "network.failure";
      throw new ApiError(0, fault, "no answer", {}, [], { cause: error });
    }
    try {
      return this.open(status, text, token);
    } catch (error) {
      await this.options.beforeRefusal?.();
      throw error;
    }
  }

  private open(status: number, text: string, token: string): object {
    const envelope = readEnvelope(text);
    if (envelope === undefined) throw this.report(withoutEnvelope(status), token);
    const data = decodeData(envelope.data);
    if (envelope.code === 1) return data;
    throw this.report(refusal(envelope, data), token);
  }

  /** Reports errors that affect the whole app. Ignored for sessions that have since ended. */
  private report(error: ApiError, token: string): ApiError {
    const current = token === this.options.token();
    const ended = error.error === "session.expired" || error.error === "user.notLoggedIn";
    if (ended && current) this.options.onSessionEnded(error);
    else if (error.code === 402 && current) this.options.onAccessDenied(error);
    return error;
  }
}

function refusal(envelope: Envelope, data: Readonly<Record<string, unknown>>): ApiError {
  const name = typeof data.error === "string" ? data.error : "system.failure";
  return new ApiError(
    envelope.code,
    name as ErrorName,
    envelope.msg,
    (data.params ?? {}) as RejectionParams,
    (data.fields ?? []) as readonly FieldProblem[],
  );
}

/** A proxy answered instead of the server. Treat its 401 like the server's own. */
function withoutEnvelope(status: number): ApiError {
  if (status === 401) return new ApiError(status, "session.expired", "");
  if (status === 402) return new ApiError(status, "site.closed", "The site is closed.");
  if (status === 413) return new ApiError(status, "request.tooLarge", "Too large");
  const unavailable = status === 502 || status === 503 || status === 504;
  // The response body is not meant for users.
  return new ApiError(status, unavailable ? "system.unavailable" : "system.failure", "");
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }, ms);
    signal?.addEventListener("abort", aborted, { once: true });
  });
}

/** Aborts with the first of the signals. Replaces `AbortSignal.any`, which Safari supports only since 17.4. */
function firstOf(...signals: readonly AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason);
    signal.addEventListener("abort", () => first.abort(signal.reason), { signal: first.signal });
  }
  return first.signal;
}
