const DAY_MS = 86_400_000;

/** Days since the beginning of 1970, in UTC. */
export const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/** A stretch of time, since ≤ t < until; absent: without an end on that side. */
export interface TimeRange {
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** from ≤ day < to; absent: without an end on that side. */
export interface DayRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A stretch of time as whole days and what is left of it before and after them. */
export interface RangeInDays {
  /** Undefined: there is no whole day in it. */
  readonly days: DayRange | undefined;
  readonly rest: readonly TimeRange[];
}

export function inDays({ sinceMs, untilMs }: TimeRange): RangeInDays {
  const from = sinceMs === undefined ? undefined : Math.ceil(sinceMs / DAY_MS);
  const to = untilMs === undefined ? undefined : dayOf(untilMs);
  if (from !== undefined && to !== undefined && from >= to)
    return { days: undefined, rest: [{ sinceMs, untilMs }] };
  const rest: TimeRange[] = [];
  if (from !== undefined && from * DAY_MS !== sinceMs) rest.push({ sinceMs, untilMs: from * DAY_MS });
  if (to !== undefined && to * DAY_MS !== untilMs) rest.push({ sinceMs: to * DAY_MS, untilMs });
  return { days: { from, to }, rest };
}
