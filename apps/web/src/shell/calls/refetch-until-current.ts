/** The server's lists usually follow within a second; under load it takes longer. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 16_000;

/**
 * Fetches after a delay, then repeats with growing pauses until stopped: a reply may still be outdated.
 * @returns a function that stops it; call it once a reply is new enough
 */
export function refetchUntilCurrent(fetch: () => unknown, delayMs: number): () => void {
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
