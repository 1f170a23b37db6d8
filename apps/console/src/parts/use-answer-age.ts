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
  const [nowMs, setNowMs] = useState(Date.now);
  const [askedAtMs, setAskedAtMs] = useState<number>();
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  // Waiting includes the retries of one call.
  useEffect(() => setAskedAtMs(fetchStatus === "idle" ? undefined : Date.now()), [fetchStatus]);
  const waitedMs = askedAtMs === undefined ? 0 : nowMs - askedAtMs;
  return {
    ageMs: Math.max(0, nowMs - dataUpdatedAt),
    isOverdue: waitedMs > PATIENCE_MS || isUnanswered(error),
  };
}

/** A rejection with a reason is an answer. */
export function isUnanswered(error: Error | null): boolean {
  if (error === null) return false;
  return !(error instanceof ConsoleError) || error.status >= SERVER_ERROR;
}
