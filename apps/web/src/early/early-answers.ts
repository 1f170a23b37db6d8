import { encodeForm } from "../data/envelope.ts";

/** A call started before the app's code was loaded, with its session. */
export interface EarlyAnswer {
  readonly token: string;
  readonly language: string;
  readonly requestedAtMs: number;
  readonly response: Promise<Response>;
}

declare global {
  /** Preloads a screen's code and all its imports. Set by the built page. */
  var candorPreload: ((path: string) => void) | undefined;
  /** By method and address; each entry serves one caller. */
  var candorEarly: Map<string, EarlyAnswer> | undefined;
}

export const API = "/api";
/** The body of a POST call without fields. */
export const NO_FIELDS = encodeForm({});
/** Older answers are not used. */
const FRESH_MS = 30_000;

/**
 * `fetch` that reuses the calls started while the code was loading. An early answer serves the first caller with the
 * same request, session and language; a failed one is discarded.
 */
export const fetchWithEarly: typeof fetch = async (input, init) => {
  const early = takeEarly(input, init);
  if (early !== undefined) {
    try {
      return await untilAborted(early, init?.signal);
    } catch {
      init?.signal?.throwIfAborted();
    }
  }
  return fetch(input, init);
};

function takeEarly(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> | undefined {
  const key = `${init?.method} ${input as string}`;
  const early = globalThis.candorEarly?.get(key);
  if (early === undefined || (init?.body ?? NO_FIELDS) !== NO_FIELDS) return undefined;
  globalThis.candorEarly?.delete(key);
  const headers = new Headers(init?.headers);
  const isTheSame =
    early.token === (headers.get("token") ?? "") &&
    early.language === headers.get("lang") &&
    Date.now() - early.requestedAtMs < FRESH_MS;
  return isTheSame ? early.response : undefined;
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    promise.then(resolve, reject);
  });
}
