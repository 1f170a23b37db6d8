const DAY_MS = 86_400_000;

/** Returns the days since the start of 1970, in UTC. */
export const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/** A time range, since ≤ t < until; an absent end is unbounded. */
export interface TimeRange {
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** A day range, from ≤ day < to; an absent end is unbounded. */
export interface DayRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A time range split into whole days and the remainders before and after them. */
export interface RangeInDays {
  /** `undefined` if it contains no whole day. */
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
