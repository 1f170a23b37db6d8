import { BINANCE } from "../binance-error.ts";
import type { Parameters } from "../parameters.ts";

const DAY_MS = 86_400_000;

/** Returns the requested range, `since ≤ t < until`, or the last `days`. */
export function timeRange(parameters: Parameters, nowMs: number, days: number) {
  const startMs = parameters.integer("startTime");
  const endMs = parameters.integer("endTime");
  if (startMs !== undefined && endMs !== undefined && startMs > endMs) throw BINANCE.range("startTime");
  return {
    sinceMs: startMs ?? Math.max(0, (endMs ?? nowMs) - days * DAY_MS),
    untilMs: endMs === undefined ? Number.MAX_SAFE_INTEGER : endMs + 1,
  };
}

/** Formats a time as Binance's wallet calls do: `2026-01-01 12:00:00`, in UTC. */
export const writtenTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace("T", " ");
