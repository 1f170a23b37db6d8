/** Seconds after which to retry a temporary failure. */
const UNAVAILABLE_RETRY_SECONDS = 1;

/** Seconds until a retry makes sense, or `undefined` for no hint. */
export function retrySecondsOf(code: number, retryAfterMs: unknown): number | undefined {
  if (typeof retryAfterMs === "number") return Math.ceil(retryAfterMs / 1_000);
  return code === 503 ? UNAVAILABLE_RETRY_SECONDS : undefined;
}

/** Codes that are also HTTP statuses; all others appear only in the envelope. */
export function httpStatus(code: number): number {
  return code === 402 || code === 404 || code === 405 || code === 413 || code >= 500 ? code : 200;
}
