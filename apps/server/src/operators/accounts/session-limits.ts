import type { OperatorSession } from "./operator-records.ts";

/** Idle time that ends a console session. */
const IDLE_END_MS = 30 * 60_000;
/** Maximum length of a console session, about a working day, regardless of activity. */
export const SESSION_LIFETIME_MS = 12 * 3_600_000;

export const isLiveSession = ({ openedAtMs, lastSeenAtMs }: OperatorSession, nowMs: number): boolean =>
  nowMs < openedAtMs + SESSION_LIFETIME_MS && nowMs < lastSeenAtMs + IDLE_END_MS;
