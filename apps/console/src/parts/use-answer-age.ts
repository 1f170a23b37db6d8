import { useEffect, useState } from "react";
import { ConsoleError } from "../api/console-api.ts";

/** A call that takes longer is shown as unanswered. */
const PATIENCE_MS = 3_000;
const TICK_MS = 500;
/** From here on, a status says that the exchange behind the server did not answer. */
const SERVER_ERROR = 500;

/** The state of a query that is repeated. */
export interface RepeatedQuery {
  /** Time of the last answer, in milliseconds since 1970. */
  readonly dataUpdatedAt: number;
  readonly fetchStatus: "fetching" | "paused" | "idle";
  readonly error: Error | null;
}

/** How old a shown answer is. */
export interface AnswerAge {
  /** Milliseconds since the last answer; counts on twice a second. */
  readonly ageMs: number;
  /** Whether a newer one has not come in time, so the shown state may be wrong. */
  readonly isOverdue: boolean;
}

/** Follows the age of a query's answer while none comes. */
export function useAnswerAge({ dataUpdatedAt, fetchStatus, error }: RepeatedQuery): AnswerAge {
  const [{ nowMs, waitedMs }, setTimes] = useState(() => ({ nowMs: Date.now(), waitedMs: 0 }));
  const isWaiting = fetchStatus !== "idle";
  useEffect(() => {
    // Waiting includes the retries of one call.
    const sinceMs = Date.now();
    const tick = (): void => {
      const now = Date.now();
      setTimes({ nowMs: now, waitedMs: isWaiting ? now - sinceMs : 0 });
    };
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return {
    ageMs: Math.max(0, nowMs - dataUpdatedAt),
    isOverdue: (isWaiting && waitedMs > PATIENCE_MS) || isUnanswered(error),
  };
}

/** A rejection with a reason is an answer. */
export function isUnanswered(error: Error | null): boolean {
  if (error === null) return false;
  return !(error instanceof ConsoleError) || error.status >= SERVER_ERROR;
}
