const MINUTE_MS = 60_000;

/** Passes on the first message, and of those after it at most one a minute: for a log that somebody outside could fill. */
export function onceAMinute(
  warn: (message: string) => void,
  nowMs: () => number = Date.now,
): (message: string) => void {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  return (message) => {
    if (nowMs() - saidAtMs < MINUTE_MS) return;
    saidAtMs = nowMs();
    warn(message);
  };
}
