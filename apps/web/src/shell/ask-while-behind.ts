/** The server's lists follow the exchange, usually within a second; under load they can need longer. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 16_000;

/**
 * Fetches after a delay, then again with growing pauses until it is stopped: one answer may be as old as the one before.
 * @returns stops it; to be called as soon as an answer is new enough
 */
export function askWhileBehind(fetch: () => unknown, delayMs: number): () => void {
  let retryMs = FIRST_RETRY_MS;
  const ask = async (): Promise<void> => {
    await fetch();
    if (retryMs <= LONGEST_RETRY_MS) timer = setTimeout(() => void ask(), retryMs);
    retryMs *= 2;
  };
  let timer = setTimeout(() => void ask(), delayMs);
  return () => {
    retryMs = Number.POSITIVE_INFINITY;
    clearTimeout(timer);
  };
}
